import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { readAhead } from './read-ahead.ts'

describe('STM-04 reading pages ahead', () => {
  /** Reads that take the given milliseconds and return their index; one with a negative time fails at once. */
  function readsOf(times: readonly number[]) {
    const seen = { begun: 0, underWay: 0, most: 0, ended: 0 }
    const read = async (time: number, place: number) => {
      seen.begun += 1
      seen.underWay += 1
      seen.most = Math.max(seen.most, seen.underWay)
      try {
        if (time < 0) throw new Error(`read ${place} failed`)
        await wait(time)
        return place
      } finally {
        seen.underWay -= 1
        seen.ended += 1
      }
    }
    const reads = (function* () {
      for (const [place, time] of times.entries()) yield read(time, place)
    })()
    return { reads, seen }
  }

  test('STM-04 reading ahead returns the pages in order, also when a later one is faster, with at most two reads in progress', async () => {
    const { reads, seen } = readsOf([30, 1, 20, 1, 1])
    const found: number[] = []
    for await (const place of readAhead(reads, 2)) found.push(place)
    expect(found).toEqual([0, 1, 2, 3, 4])
    expect(seen).toMatchObject({ most: 2, ended: 5 })
  })

  test('STM-04 reading ahead starts no further read while the caller consumes nothing', async () => {
    const { reads, seen } = readsOf(Array.from({ length: 50 }, () => 1))
    const reading = readAhead(reads, 2)
    await reading.next()
    await wait(50)
    expect(seen.begun).toBe(3)
    await reading.return(undefined)
  })

  test('STM-04 reading ahead leaves no read running after the caller has stopped', async () => {
    const { reads, seen } = readsOf([1, 40, 60, 1])
    const reading = readAhead(reads, 2)
    await reading.next()
    await reading.return(undefined)
    expect(seen).toMatchObject({ begun: 3, ended: 3 })
  })

  test('STM-04 reading ahead reports a failed read only after the pages before it', async () => {
    const { reads } = readsOf([20, -1, 1])
    const reading = readAhead(reads, 2)
    expect(await reading.next()).toMatchObject({ value: 0 })
    await expect(reading.next()).rejects.toThrow('read 1 failed')
    expect(await reading.next()).toMatchObject({ done: true })
  })
})
