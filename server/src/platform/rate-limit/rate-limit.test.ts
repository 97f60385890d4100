import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { one } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { type Bucket, deleteFullBuckets, refund, consume, tryConsume } from './rate-limit.ts'
import { networkOf } from './network.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'counts exactly what was taken' })
})
afterAll(() => fixture.close())

const bucket = (name: string, count = 3, seconds = 60): Bucket => ({ name, limit: { count, seconds } })
const take = (...buckets: Bucket[]) => tryConsume(fixture.context.db, buckets)

async function waitFor(...buckets: Bucket[]): Promise<number | undefined> {
  try {
    await consume(fixture.context.db, buckets)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal)
    return (error as Refusal).params.retryAfterSeconds
  }
}

test('a rate limit allows its count at once and then refills evenly over its period', async () => {
  const one = bucket('a phone')
  try {
    expect([await take(one), await take(one), await take(one), await take(one)]).toEqual([
      true,
      true,
      true,
      false,
    ])
    const seconds = (await waitFor(one)) ?? 0
    expect(seconds).toBeGreaterThan(15)
    expect(seconds).toBeLessThanOrEqual(20)
    fixture.travel('10 seconds')
    expect(await take(one)).toBe(false)
    fixture.travel(`${seconds} seconds`)
    expect([await take(one), await take(one)]).toEqual([true, false])
    fixture.travel('1 day')
    expect([await take(one), await take(one), await take(one), await take(one)]).toEqual([
      true,
      true,
      true,
      false,
    ])
  } finally {
    fixture.travel(undefined)
  }
})

test('a rate limit that was used while the clock was ahead is full again when the clock is set back', async () => {
  const used = bucket('a clock ahead')
  try {
    fixture.travel('10 minutes')
    expect([await take(used), await take(used), await take(used), await take(used)]).toEqual([
      true,
      true,
      true,
      false,
    ])
    fixture.travel(undefined)
    expect([await take(used), await take(used), await take(used), await take(used)]).toEqual([
      true,
      true,
      true,
      false,
    ])
  } finally {
    fixture.travel(undefined)
  }
})

test.each([1, 3, 7, 11, 30, 97])(
  'a rate limit of %i allows exactly its count per period when it does not divide the seconds',
  async (count) => {
    const odd = bucket(`odd ${count}`, count, 86_400)
    let given = 0
    while (await take(odd)) given += 1
    expect(given).toBe(count)
  },
)

test('100 concurrent requests consume exactly the available tokens of a rate limit', async () => {
  const shared = bucket('shared', 10, 3_600)
  const answers = await Promise.all(Array.from({ length: 100 }, () => take(shared)))
  expect(answers.filter(Boolean)).toHaveLength(10)
})

test('concurrent requests that consume the same rate limits in another order do not deadlock', async () => {
  const [x, y] = [bucket('x', 1_000, 3_600), bucket('y', 1_000, 3_600)]
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => (index % 2 ? take(x, y) : take(y, x))),
  )
  expect(answers.every(Boolean)).toBe(true)
})

test('a request refused by one rate limit does not consume the others', async () => {
  const [empty, full] = [bucket('empty', 1), bucket('full', 2)]
  await take(empty)
  for (let i = 0; i < 5; i += 1) expect(await take(empty, full)).toBe(false)
  expect([await take(full), await take(full), await take(full)]).toEqual([true, true, false])
})

test('a refunded rate limit token can be consumed again', async () => {
  const [a, b] = [bucket('given back', 1), bucket('given back too', 1)]
  expect(await take(a, b)).toBe(true)
  expect(await take(a)).toBe(false)
  await refund(fixture.context.db, [a, b])
  expect([await take(a), await take(b), await take(b)]).toEqual([true, true, false])
})

test('the cleanup of rate limits removes full ones, keeps used ones, and leaves no names in plain text', async () => {
  await take(bucket('81234567890', 1, 10))
  await take(bucket('still in use', 1, 86_400))
  try {
    fixture.travel('1 minute')
    expect(await deleteFullBuckets(fixture.context.db)).toBeGreaterThan(0)
    expect(await deleteFullBuckets(fixture.context.db)).toBe(0)
    expect(await take(bucket('still in use', 1, 86_400))).toBe(false)
    const { kept } = await one<{ kept: string }>(
      fixture.context.db,
      'test.kept',
      `select string_agg(r::text, ' ') as kept from rate_limit r`,
    )
    expect(kept).not.toContain('81234567890')
  } finally {
    fixture.travel(undefined)
  }
})

test.each([
  ['2001:db8:1:ffff::1', '2001:db8:1'],
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:DB8:0001:2::9', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0'],
  ['::1', '0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0'],
  ['1:2:3::', '1:2:3'],
])('the rate limit counts the IP address %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
