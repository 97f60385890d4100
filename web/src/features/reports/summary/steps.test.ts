import { expect, test } from 'vitest'
import { stepsOf } from './steps.ts'

const words = (deposited: boolean, reserved: boolean, signed: boolean) =>
  stepsOf({ deposited, reserved, signed }).map(({ done, current }) =>
    done ? 'done' : current ? 'next' : 'later',
  )

test('of a new lender’s first steps the one after the last completed is marked next, even if an earlier was skipped', () => {
  expect(words(false, false, false)).toEqual(['next', 'later', 'later'])
  expect(words(true, false, false)).toEqual(['done', 'next', 'later'])
  expect(words(true, true, false)).toEqual(['done', 'done', 'next'])
  expect(words(false, true, false)).toEqual(['later', 'done', 'next'])
  expect(words(true, true, true)).toEqual(['done', 'done', 'done'])
})
