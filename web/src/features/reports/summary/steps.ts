import type { FirstSteps } from '@pematang/contract/reports/insight/endpoints'

export type StepName = 'deposit' | 'choose' | 'sign'
export type Step = { name: StepName; done: boolean; current: boolean }

/** The three steps to a first signed funding. The next step is the one after the last completed step. */
export function stepsOf({ deposited, reserved, signed }: FirstSteps): Step[] {
  const facts: [StepName, boolean][] = [
    ['deposit', deposited],
    ['choose', reserved],
    ['sign', signed],
  ]
  const next = facts.findLastIndex(([, done]) => done) + 1
  return facts.map(([name, done], place) => ({ name, done, current: place === next }))
}
