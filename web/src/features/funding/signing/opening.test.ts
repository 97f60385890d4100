import { expect, test } from 'vitest'
import { openingState } from './opening.ts'

const nothing = { loaded: false, reached: null, late: false, heard: false }

test.each([
  ['nothing is known yet', nothing, 'opening'],
  ['the provider answered and the page is loading', { ...nothing, reached: true }, 'opening'],
  ['the page has loaded', { ...nothing, loaded: true, reached: true }, 'open'],
  ['the page has loaded and the provider was not asked', { ...nothing, loaded: true }, 'open'],
  ['the connection is refused', { ...nothing, reached: false }, 'unreachable'],
  [
    'the connection is refused and the frame shows the error of the browser',
    { ...nothing, loaded: true, reached: false },
    'doubtful',
  ],
  ['nothing arrives in time', { ...nothing, late: true }, 'unreachable'],
  [
    'the provider answered but its page does not load in time',
    { ...nothing, reached: true, late: true },
    'unreachable',
  ],
  ['the page has loaded late', { ...nothing, loaded: true, reached: true, late: true }, 'open'],
  [
    'the page has sent a message, whatever else is known',
    { ...nothing, reached: false, late: true, heard: true },
    'open',
  ],
] as const)('SCR-10 the signing page has the right loading state when %s', (_what, known, state) => {
  expect(openingState(known)).toBe(state)
})
