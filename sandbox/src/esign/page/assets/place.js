// The position of the signature on its page; unless the app has fixed it, the signer can move it.

/**
 * @typedef {import('./sign.js').Stamp} Stamp
 * @typedef {{ viewport: import('pdfjs-dist').PageViewport, view: number[] }} Sheet the visible box is in points
 */

/** Step of an arrow key, in points. */
const STEP = 6

/**
 * Places the mark at the position of the stamp. @param {HTMLElement} place @param {Stamp} stamp @param {Sheet} sheet
 */
export function standAt(place, { x, y, width, height }, { viewport, view }) {
  const left = (view[0] ?? 0) + x
  const bottom = (view[1] ?? 0) + y
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom)
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(left + width, bottom + height)
  place.style.left = `${(100 * Math.min(x1, x2)) / viewport.width}%`
  place.style.top = `${(100 * Math.min(y1, y2)) / viewport.height}%`
  place.style.width = `${(100 * Math.abs(x2 - x1)) / viewport.width}%`
  place.style.height = `${(100 * Math.abs(y2 - y1)) / viewport.height}%`
}

/**
 * Lets the signer move the mark with a pointer or the arrow keys, within its page. The result is stored in the stamp.
 * @param {HTMLElement} place
 * @param {Stamp} stamp
 * @param {Sheet} sheet
 */
export function makeMovable(place, stamp, sheet) {
  const [left = 0, bottom = 0, right = 0, top = 0] = sheet.view
  place.classList.add('movable')
  place.tabIndex = 0
  place.setAttribute('role', 'button')
  place.setAttribute('aria-label', 'Letak tanda tangan: geser, atau pindahkan dengan tombol panah')

  /** @param {number} x @param {number} y both in points */
  const moveTo = (x, y) => {
    stamp.x = Math.round(Math.min(Math.max(0, x), right - left - stamp.width))
    stamp.y = Math.round(Math.min(Math.max(0, y), top - bottom - stamp.height))
    stamp.moved = true
    standAt(place, stamp, sheet)
  }

  /** @type {{ pointer: number, from: number[], x: number, y: number } | null} */
  let held = null
  /** @param {PointerEvent} event @returns {number[]} its position on the page, in points */
  const pointOf = ({ clientX, clientY }) => {
    const box = (place.parentElement ?? place).getBoundingClientRect()
    const across = ((clientX - box.left) / box.width) * sheet.viewport.width
    const down = ((clientY - box.top) / box.height) * sheet.viewport.height
    return sheet.viewport.convertToPdfPoint(across, down)
  }
  place.addEventListener('pointerdown', (event) => {
    held = { pointer: event.pointerId, from: pointOf(event), x: stamp.x, y: stamp.y }
    place.setPointerCapture(event.pointerId)
  })
  place.addEventListener('pointermove', (event) => {
    if (held?.pointer !== event.pointerId) return
    const [x = 0, y = 0] = pointOf(event)
    moveTo(held.x + x - (held.from[0] ?? 0), held.y + y - (held.from[1] ?? 0))
  })
  for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
    place.addEventListener(end, () => {
      held = null
    })
  }
  place.addEventListener('keydown', (event) => {
    const [x, y] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? []
    if (x === undefined || y === undefined) return
    event.preventDefault()
    moveTo(stamp.x + x * STEP, stamp.y + y * STEP)
  })
}
