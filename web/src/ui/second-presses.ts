/** What a press belongs to: a button, fold or link, else the popup around it, else the page (null). */
const pressables = 'button, summary, a, [data-base-ui-portal]'
const pressableOf = ({ target }: Event) => (target as Element | null)?.closest?.(pressables) ?? null
/** What opens and closes something: a second press would undo the first. */
const togglers = '[aria-expanded], summary'

/** Milliseconds and pixels within which two taps are a double tap; browsers count the clicks of a mouse only. */
const tapPause = 400
const tapDistance = 32

/**
 * Stops the second press of a double click, on this window, where it hits something else than the first, i.e. what the
 * first press has opened or moved there, e.g. the backdrop of a dialog; and where it would close again what the first
 * one opened.
 */
export function stopStraySecondPresses(view: EventTarget = window): void {
  view.addEventListener('pointerdown', onPointerDown, true)
  view.addEventListener('mousedown', onMouseDown, true)
  view.addEventListener('click', onClick, true)
}

let isTap = false
let last: { x: number; y: number; at: number } | null = null
/** What the first press of the current double click hit. */
let first: Element | null = null
let isStray = false

function onPointerDown(event: Event) {
  isTap = (event as PointerEvent).pointerType === 'touch'
}

function onMouseDown(event: Event) {
  const { detail, clientX: x, clientY: y, timeStamp: at } = event as MouseEvent
  const isDoubleTap =
    isTap && last !== null && at - last.at < tapPause && Math.hypot(x - last.x, y - last.y) < tapDistance
  const hit = pressableOf(event)
  const isFirst = detail < 2 && !isDoubleTap
  if (isFirst) first = hit
  isStray = !isFirst && (hit !== first || (hit?.matches(togglers) ?? false))
  last = { x, y, at }
  // The focus stays where the opened dialog has put it; menus open and close by this event.
  if (isStray) stop(event)
}

function onClick(event: Event) {
  // A click by keyboard has the detail 0.
  if (isStray && (event as MouseEvent).detail > 0) stop(event)
}

function stop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
