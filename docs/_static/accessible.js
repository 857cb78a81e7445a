// Attributes that the theme leaves out, and that screen readers and keyboards need. axe-core checks the result.

const LABELS = { "aside.sidebar-drawer": "All pages", "aside.toc-drawer": "Headings of this page" };

for (const [selector, label] of Object.entries(LABELS)) {
  document.querySelector(selector)?.setAttribute("aria-label", label);
}
for (const heading of document.querySelectorAll('[role="heading"]:not([aria-level])')) {
  heading.setAttribute("aria-level", "2");
}
// The link to the source of a page stands outside of every landmark.
for (const links of document.querySelectorAll(".content-icon-container")) {
  links.setAttribute("role", "navigation");
  links.setAttribute("aria-label", "This page");
}
// Code that is wider than the screen can be scrolled by keys only if it can have the focus.
for (const block of document.querySelectorAll(".highlight pre")) {
  if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
}
