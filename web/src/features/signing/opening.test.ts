import { expect, test } from 'vitest'
import { openingState } from './opening.ts'

const nothing = { loaded: false, reached: null, late: false, heard: false }

test.each([
  ['nothing is known yet', nothing, 'opening'],
  ['the provider answers, the page is on its way', { ...nothing, reached: true }, 'opening'],
  ['the page has loaded', { ...nothing, loaded: true, reached: true }, 'open'],
  ['it has loaded and the provider was not asked', { ...nothing, loaded: true }, 'open'],
  ['the connection is refused', { ...nothing, reached: false }, 'unreachable'],
  [
    'it is refused, and the frame shows the error of the browser',
    { ...nothing, loaded: true, reached: false },
    'doubtful',
  ],
  ['nothing comes for too long', { ...nothing, late: true }, 'unreachable'],
  [
    'the provider answers and its page does not come',
    { ...nothing, reached: true, late: true },
    'unreachable',
  ],
  ['it came late after all', { ...nothing, loaded: true, reached: true, late: true }, 'open'],
  [
    'it has sent a message, whatever else is known',
    { ...nothing, reached: false, late: true, heard: true },
    'open',
  ],
] as const)('SCR-10 when %s the signing page is %s', (_what, known, state) => {
  expect(openingState(known)).toBe(state)
})
