// The list of lessons, and the panel that leads through a lesson at its table.

import { ruleButton } from "./choosing.js";
import { sentenceOfError } from "./connection.js";
import { button, el, notify, word } from "./elements.js";
import { goTo, pageAddress } from "./routes.js";
import { keepSetting, readSetting } from "./settings.js";

const SOLVED = "lessons"; // the key of the progress in the browser's storage

// Return the number of tasks that this browser has solved, by lesson.
function readProgress() {
  try {
    return JSON.parse(readSetting(SOLVED) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

function keepProgress(id, solved) {
  const progress = readProgress();
  if (solved > (progress[id] ?? 0)) keepSetting(SOLVED, JSON.stringify({ ...progress, [id]: solved }));
}

async function startLesson(connection, id) {
  try {
    const opened = await connection.open({ type: "open_lesson", lesson: id });
    goTo(`/t/${opened.table}`);
  } catch (error) {
    notify(sentenceOfError(error));
  }
}

export async function lessonsPage(main, connection) {
  const { lessons } = await connection.ask("lessons");
  const progress = readProgress();
  const next = lessons.find((lesson) => (progress[lesson.id] ?? 0) < lesson.tasks);
  main.className = "lessons";
  main.replaceChildren(
    el("h2", {}, word("learn")),
    el("p", { class: "lead" }, word("lessons_lead")),
    el("ol", { class: "cards" }, lessons.map((lesson) => lessonCard(connection, lesson, progress[lesson.id] ?? 0, lesson === next))),
  );
}

function lessonCard(connection, lesson, solved, isNext) {
  const done = Math.min(solved, lesson.tasks);
  const isDone = done === lesson.tasks;
  const start = button(word(isDone ? "lesson_again" : "lesson_start"), () => startLesson(connection, lesson.id), {
    class: isNext ? "play" : null,
    "aria-label": `${word(isDone ? "lesson_again" : "lesson_start")}: ${lesson.title}`,
  });
  const told = word("lesson_tasks", { done, tasks: lesson.tasks });
  const dots = Array.from({ length: lesson.tasks }, (_, number) => el("i", { class: number < done ? "solved" : null }));
  return el(
    "li",
    { class: isDone ? "done" : isNext ? "next" : null, "data-lesson": lesson.id },
    el("h3", {}, lesson.title),
    el("p", {}, lesson.summary),
    el("p", { class: "dots" }, dots, el("span", { class: "unseen" }, told)),
    start,
  );
}

// Return the element above the question at the table of a lesson. The page calls its `update` with each news.
export function lessonPanel(page) {
  const panel = el("section", { id: "lesson", "aria-label": word("learn"), "aria-live": "polite", tabindex: "-1", hidden: true });
  // `begun` is the number of the task that the learner has begun.
  const state = { page, panel, begun: 0, told: "", following: null };
  panel.update = () => showProgress(state);
  return panel;
}

function showProgress(state) {
  const { page, panel } = state;
  const lesson = page.news.lesson;
  panel.hidden = !lesson;
  if (!lesson) return;
  keepProgress(lesson.id, lesson.is_done ? lesson.tasks : lesson.task - 1);
  if (!lesson.is_solved) state.begun = lesson.task;
  // A message about another player or a spectator changes nothing here, and must not take the focus from a button.
  const told = JSON.stringify([lesson, state.begun]);
  if (told === state.told) return;
  state.told = told;
  // After a task is solved, its praise stays until the learner asks for the next task or moves.
  const isPraise = lesson.is_solved && (lesson.is_done || state.begun !== lesson.task);
  const task = isPraise && !lesson.is_done ? lesson.task - 1 : lesson.task;
  panel.classList.toggle("solved", isPraise);
  panel.replaceChildren(
    el("p", { class: "crumbs" }, el("b", {}, lesson.title), el("span", {}, lesson.is_done ? word("lesson_done") : word("lesson_task", { task, tasks: lesson.tasks }))),
    isPraise || lesson.is_done ? "" : el("p", { class: "ask" }, lesson.words),
    lesson.verdict && (isPraise || !lesson.is_solved) ? el("p", { class: "verdict" }, lesson.verdict) : "",
    el("p", { class: "buttons" }, panelButtons(state, lesson, isPraise)),
  );
}

function panelButtons(state, lesson, isPraise) {
  const { page } = state;
  const more = () => {
    state.begun = lesson.task;
    showProgress(state);
    state.panel.focus();
    page.choices?.scrollIntoView({ block: "nearest" });
  };
  const buttons = [];
  if (isPraise && !lesson.is_done) buttons.push(button(word("lesson_next_task"), more, { class: "play", id: "next-task" }));
  if (lesson.is_done) buttons.push(nextLesson(state, lesson));
  const again = () => page.act({ type: "try_again", to: lesson.retry_at });
  buttons.push(button(word("lesson_retry"), again, { id: "try-again", disabled: lesson.retry_at === null }));
  buttons.push(el("a", { href: pageAddress("/learn"), class: "way-home" }, word("lesson_home")));
  if (!isPraise && lesson.rules.length) {
    buttons.push(el("span", { class: "lesson-rules" }, `${word("lesson_rules")} `, lesson.rules.map((rule) => ruleButton(page, rule))));
  }
  return buttons;
}

// Return the button for the lesson after this one. The list of lessons is asked for once.
function nextLesson(state, lesson) {
  const place = el("span", {});
  const connection = state.page.connection.connection;
  state.following ??= connection.ask("lessons").then(({ lessons }) => lessons[lessons.findIndex(({ id }) => id === lesson.id) + 1]);
  state.following.then((next) => {
    if (next) place.replaceWith(button(word("lesson_next", { title: next.title }), () => startLesson(connection, next.id), { class: "play", id: "next-lesson" }));
  }, () => (state.following = null));
  return place;
}
