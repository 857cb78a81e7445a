// Enlarging a picture: with two fingers, with the wheel while Ctrl is pressed, or with a double tap; then moving it.
//
// d3-zoom recognizes the gestures. A picture that is not enlarged scrolls with the page, and a tap is a click at once.
// The enlargement is a CSS transform of the element around the picture. Browsers draw SVG again at its new size, so
// lines and texts stay sharp. @panzoom/panzoom does not fit: its pinch does not follow the distance of the fingers, and
// it measures its element while a change is still pending.

import { select, zoom, zoomIdentity } from "./vendor/d3-zoom.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const MOST = 5; // the largest enlargement
const NEAR = 2.4; // the enlargement of a double tap
const TRAVEL = 320; // milliseconds of a movement
const TWICE = 320; // the maximum number of milliseconds between the taps of a double tap
const SLIP = 8; // the maximum number of pixels that a pointer moves during a click
const NOTCH = 30; // the maximum distance in pixels that counts for one event of the wheel
const APART = 30; // the maximum distance in pixels between the taps of a double tap

export class Camera {
  // *frame* is the visible area, and *content* is the element in it that is enlarged. *isTaken* returns whether a click
  // has a meaning of its own, so that two of them in a row do not zoom.
  constructor(frame, content, isTaken = () => false) {
    this.frame = select(frame);
    this.content = content;
    this.isTaken = isTaken;
    this.transform = zoomIdentity;
    this.tap = null; // the last click, which may be the first one of a double tap
    frame.classList.add("zoomable");
    content.classList.add("zoomed");
    this.zoom = zoom()
      .filter((event) => this.isGesture(event))
      .scaleExtent([1, MOST])
      .wheelDelta(wheelDelta)
      .clickDistance(SLIP)
      .constrain((transform) => this.inside(transform))
      .on("zoom", ({ transform }) => this.apply(transform));
    this.frame.call(this.zoom).on("dblclick.zoom", null);
    frame.addEventListener("click", (event) => this.clicked(event), { capture: true });
  }

  // Return whether an event begins a gesture of this picture. One finger scrolls the page unless the picture is
  // enlarged.
  isGesture(event) {
    if (event.type === "wheel") return event.ctrlKey;
    if (event.touches) return this.transform.k > 1 || event.touches.length > 1;
    return this.transform.k > 1 && !event.button && !event.ctrlKey;
  }

  get size() {
    const { clientWidth, clientHeight } = this.frame.node();
    return [clientWidth, clientHeight];
  }

  // Return the nearest transform that leaves no part of the frame empty.
  inside({ x, y, k }) {
    const [width, height] = this.size;
    const within = (value, length) => Math.min(Math.max(value, length * (1 - k)), 0);
    return zoomIdentity.translate(within(x, width), within(y, height)).scale(k);
  }

  apply(transform) {
    this.transform = transform;
    const { x, y, k } = transform;
    this.content.style.transform = k > 1 ? `translate(${x}px, ${y}px) scale(${k})` : "";
    this.frame.node().classList.toggle("near", k > 1);
  }

  // The first tap is a click at once. A second tap nearby enlarges the picture there, or shows the whole picture again.
  clicked(event) {
    const before = this.tap;
    this.tap = event;
    if (!before || event.timeStamp - before.timeStamp > TWICE || this.isTaken(event)) return;
    if (Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) > APART) return;
    event.stopPropagation();
    this.tap = null;
    if (this.transform.k > 1) return this.reset();
    const { left, top } = this.frame.node().getBoundingClientRect();
    this.show((event.clientX - left) / this.transform.k, (event.clientY - top) / this.transform.k, NEAR);
  }

  // Leave no part of the frame empty after its size has changed.
  fit() {
    this.frame.call(this.zoom.transform, this.inside(this.transform));
  }

  // Show the whole picture.
  reset() {
    if (this.transform.k > 1) this.travel(zoomIdentity);
  }

  // Move a point of the picture to the middle.
  show(x, y, k) {
    const [width, height] = this.size;
    this.travel(this.inside(zoomIdentity.translate(width / 2 - x * k, height / 2 - y * k).scale(k)));
  }

  travel(transform) {
    const { x, y, k } = this.transform;
    if (Math.hypot(x - transform.x, y - transform.y) < 1 && Math.abs(k - transform.k) < 0.01) return;
    const target = CALM.matches ? this.frame.interrupt() : this.frame.transition().duration(TRAVEL);
    target.call(this.zoom.transform, transform);
  }
}

// Return by how many powers of two the wheel enlarges. Touchpads report pinches as many small movements of a wheel with
// Ctrl; one notch of a mouse's wheel is a large movement, and would enlarge four times.
function wheelDelta({ deltaY, deltaMode }) {
  const pixels = deltaY * (deltaMode === WheelEvent.DOM_DELTA_LINE ? 10 : 1);
  return -0.02 * Math.min(Math.max(pixels, -NOTCH), NOTCH);
}
