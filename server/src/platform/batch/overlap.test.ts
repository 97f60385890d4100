import { expect, test } from 'vitest'
import { Overlap } from './overlap.ts'

function aSet(limit: number) {
  const overlap = new Overlap(limit)
  const steps: string[] = []
  const ends = new Map<string, { end: () => void; fail: (error: Error) => void }>()
  const start = (name: string, keys: string[]) =>
    overlap.start(keys, async () => {
      steps.push(`${name} begins`)
      await new Promise<void>((end, fail) => ends.set(name, { end, fail }))
      steps.push(`${name} ends`)
    })
  return { overlap, steps, ends, start }
}

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

test('at most `limit` tasks run at once, and the next one starts when one of them ends', async () => {
  const { steps, ends, start, overlap } = aSet(2)
  await start('a', ['1'])
  await start('b', ['2'])
  const third = start('c', ['3'])
  await turn()
  expect(steps).toEqual(['a begins', 'b begins'])
  ends.get('b')?.end()
  await third
  expect(steps).toEqual(['a begins', 'b begins', 'b ends', 'c begins'])
  ends.get('a')?.end()
  ends.get('c')?.end()
  await overlap.end()
  expect(steps).toHaveLength(6)
})

test('a task starts only after an earlier one that shares a key has ended', async () => {
  const { steps, ends, start, overlap } = aSet(3)
  await start('a', ['loan 1', 'reference 1'])
  await start('b', ['loan 2'])
  const later = start('c', ['loan 3', 'reference 1'])
  ends.get('b')?.end()
  await turn()
  expect(steps).toEqual(['a begins', 'b begins', 'b ends'])
  ends.get('a')?.end()
  await later
  expect(steps).toEqual(['a begins', 'b begins', 'b ends', 'a ends', 'c begins'])
  ends.get('c')?.end()
  await overlap.end()
})

test('after an error no task is started, and the error is thrown only once all tasks have ended', async () => {
  const { steps, ends, start } = aSet(2)
  await start('a', ['1'])
  await start('b', ['2'])
  const third = start('c', ['3']).catch((error: unknown) => steps.push(String(error)))
  ends.get('a')?.fail(new Error('broken'))
  await turn()
  expect(steps).toEqual(['a begins', 'b begins'])
  ends.get('b')?.end()
  await third
  expect(steps).toEqual(['a begins', 'b begins', 'b ends', 'Error: broken'])
})
