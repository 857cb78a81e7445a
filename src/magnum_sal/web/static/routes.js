// The addresses of the pages. On a server they are paths such as /t/ID. A site without a server has only one file, so
// there the path follows the # in the address.

const IS_FRAGMENT = document.documentElement.dataset.routes === "fragment";

// Return the address of a page for a link. *fragment* says what to open there.
export function pageAddress(path, fragment = "") {
  return IS_FRAGMENT ? `#${path}` : path + fragment;
}

export function goTo(path, fragment = "") {
  location.href = pageAddress(path, fragment);
}

// Return the parts of the current path: the kind of page, and what it shows.
export function currentRoute() {
  const path = IS_FRAGMENT ? location.hash.slice(1) : location.pathname;
  const [, kind = "", id = ""] = path.split("/");
  return { kind, id: decodeURIComponent(id) };
}

// Return whether the address asks for *fragment*, and remove it from the address.
export function takeFragment(fragment) {
  if (IS_FRAGMENT || location.hash !== fragment) return false;
  history.replaceState(null, "", location.pathname);
  return true;
}

// Return the language that a link asks for, as in ?language=pl, and remove it from the address, or return null.
export function takeLanguage() {
  const address = new URL(location.href);
  const language = address.searchParams.get("language");
  if (language === null) return null;
  address.searchParams.delete("language");
  history.replaceState(null, "", address);
  return language;
}

// Call *show* when the page changes without being loaded again.
export function listenToRoutes(show) {
  if (!IS_FRAGMENT) return;
  let shown = location.hash;
  addEventListener("hashchange", () => {
    const isPlace = location.hash && !location.hash.startsWith("#/"); // a place on the page, such as #side
    if (isPlace) return history.replaceState(null, "", shown || "#/");
    shown = location.hash;
    return show();
  });
}
