import { expect, test } from 'vitest'
import { type EndsStorage, keepSeenEnd, readSeenEnds } from './seen-ends.ts'

function storage(content?: string): EndsStorage {
  const values = new Map(content === undefined ? [] : [['bulk-ends-seen', content]])
  return { getItem: (name) => values.get(name) ?? null, setItem: (name, value) => values.set(name, value) }
}

test('DSH-02 the end of a bulk funding that was put away stays away over a reload, each once', () => {
  const kept = storage()
  expect(keepSeenEnd(kept, 'B-1')).toEqual(['B-1'])
  keepSeenEnd(kept, 'B-2')
  keepSeenEnd(kept, 'B-1')
  expect(readSeenEnds(kept)).toEqual(['B-1', 'B-2'])
})

test('DSH-02 only the newest fifty are remembered', () => {
  const kept = storage()
  for (let number = 1; number <= 60; number += 1) keepSeenEnd(kept, `B-${number}`)
  expect(readSeenEnds(kept)).toHaveLength(50)
  expect(readSeenEnds(kept).at(0)).toBe('B-11')
})

test('DSH-02 unreadable storage is no storage', () => {
  for (const content of ['{', '7', 'null', '[null, 3]']) expect(readSeenEnds(storage(content))).toEqual([])
})
