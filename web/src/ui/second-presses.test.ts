import { beforeAll, expect, test } from 'vitest'
import { stopStraySecondPresses } from './second-presses.ts'

const view = new EventTarget()
beforeAll(() => stopStraySecondPresses(view))

/** An element that is, or is inside, this button or popup. */
const within = (pressable: object | null) => ({ closest: () => pressable })
const pressable = (toggles = false) => ({ matches: () => toggles })

/**
 * Presses and releases.
 * @returns whether the click reaches the page
 */
function press(
  target: object,
  {
    count = 1,
    at = 0,
    x = 100,
    pointerType = 'mouse',
  }: Partial<Record<'count' | 'at' | 'x', number>> & {
    pointerType?: string
  } = {},
): boolean {
  const send = (type: string) => {
    const event = new Event(type, { cancelable: true })
    const facts = { target, pointerType, detail: count, clientX: x, clientY: 100, timeStamp: at }
    for (const [name, value] of Object.entries(facts)) Object.defineProperty(event, name, { value })
    return view.dispatchEvent(event)
  }
  send('pointerdown')
  send('mousedown')
  return send('click')
}

const button = within(pressable())
const backdrop = within(pressable())
const opener = within(pressable(true))

test('SCN-04 the second press of a double click does not reach the dialog that the first one opened', () => {
  expect(press(button)).toBe(true)
  expect(press(backdrop, { count: 2 })).toBe(false)
  expect(press(backdrop, { count: 3 })).toBe(false)
  expect(press(backdrop)).toBe(true)
})

test('SCN-04 a double click on one button, or within one dialog, reaches it twice', () => {
  expect(press(button)).toBe(true)
  expect(press(button, { count: 2 })).toBe(true)
  expect(press(backdrop)).toBe(true)
  expect(press(backdrop, { count: 2 })).toBe(true)
})

test('SCN-04 a double click on what opens and closes reaches it once, and each slower click again', () => {
  expect(press(opener)).toBe(true)
  expect(press(opener, { count: 2 })).toBe(false)
  expect(press(opener)).toBe(true)
})

test('SCN-04 the second press of a double click does not reach the page below a dialog that the first one closed', () => {
  expect(press(backdrop)).toBe(true)
  expect(press(within(null), { count: 2 })).toBe(false)
})

test('SCN-04 the second of two quick taps at one place does not reach what opened there, and a later or distant tap does', () => {
  const pointerType = 'touch'
  const tap = (target: object, at: number, x = 100) => press(target, { at, x, pointerType })
  expect(tap(button, 1_000)).toBe(true)
  expect(tap(backdrop, 1_300)).toBe(false)
  expect(tap(backdrop, 1_800)).toBe(true)
  expect(tap(button, 2_000, 180)).toBe(true)
})

test('SCN-04 a key that clicks after a stopped press is not stopped', () => {
  press(button)
  press(backdrop, { count: 2 })
  const event = new Event('click', { cancelable: true })
  Object.defineProperty(event, 'detail', { value: 0 })
  expect(view.dispatchEvent(event)).toBe(true)
})
