import { describe, expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { Coalescer, type CoalescerOptions, type Outcome } from './coalescer.ts'

/** A coalescer whose batches are seen as they go, and end when the test lets them. */
function held(options: Partial<CoalescerOptions> = {}) {
  const batches: {
    requests: string[]
    release(): void
    end(outcomes?: Outcome<string>[]): void
    fail(error: Error): void
  }[] = []
  const coalescer = new Coalescer<string, string>(
    (requests, release) =>
      new Promise((resolve, reject) => {
        batches.push({
          requests,
          release,
          end: (outcomes = requests.map((request) => ({ answer: `${request}!` }))) => resolve(outcomes),
          fail: reject,
        })
      }),
    { lanes: 1, most: 3, queue: 10, ...options },
  )
  const sizes = () => batches.map(({ requests }) => requests.join(''))
  return { coalescer, batches, sizes }
}

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

/** Asks each in a turn of its own, as requests that come one after the other do. */
async function askInTurns(coalescer: Coalescer<string, string>, letters: string): Promise<Promise<string>[]> {
  const asked: Promise<string>[] = []
  for (const letter of letters) {
    asked.push(coalescer.ask(letter))
    await turn()
  }
  return asked
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

describe('when a batch goes', () => {
  test('a single request of a quiet moment goes at once and alone', async () => {
    const { coalescer, batches, sizes } = held()
    const answer = coalescer.ask('a')
    await turn()
    expect(sizes()).toEqual(['a'])
    batches[0]?.end()
    expect(await answer).toBe('a!')
    const second = coalescer.ask('b')
    await turn()
    expect(sizes()).toEqual(['a', 'b'])
    batches[1]?.end()
    expect(await second).toBe('b!')
  })

  test('those that come in one turn of the event loop go together', async () => {
    const { coalescer, sizes } = held()
    for (const letter of 'ab') void coalescer.ask(letter)
    expect(sizes()).toEqual([])
    await turn()
    expect(sizes()).toEqual(['ab'])
  })

  test('a batch forms while the lane is busy, in order, of no more than most', async () => {
    const { coalescer, batches, sizes } = held()
    const asked = await askInTurns(coalescer, 'abcdef')
    expect(sizes()).toEqual(['a'])
    for (let next = 0; next < 3; next += 1) {
      batches[next]?.end()
      await turn()
    }
    expect(sizes()).toEqual(['a', 'bcd', 'ef'])
    expect(await Promise.all(asked)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!'])
  })

  test('as many batches are under way as there are lanes, and one that ends makes room', async () => {
    const { coalescer, batches, sizes } = held({ lanes: 2 })
    void (await askInTurns(coalescer, 'abcd'))
    expect(sizes()).toEqual(['a', 'b'])
    batches[1]?.end()
    await turn()
    expect(sizes()).toEqual(['a', 'b', 'cd'])
    void (await askInTurns(coalescer, 'e'))
    expect(sizes()).toHaveLength(3)
  })
})

describe('a batch that gives its lane back before it ends', () => {
  test('lets the next one go, and is answered when it ends', async () => {
    const { coalescer, batches, sizes } = held({ underWay: 3 })
    const asked = await askInTurns(coalescer, 'abc')
    expect(sizes()).toEqual(['a'])
    batches[0]?.release()
    await turn()
    expect(sizes()).toEqual(['a', 'bc'])
    batches[1]?.end()
    expect(await asked[2]).toBe('c!')
    batches[0]?.end()
    expect(await asked[0]).toBe('a!')
  })

  test('frees one lane, however often it gives it back', async () => {
    const { coalescer, batches, sizes } = held({ underWay: 9 })
    void (await askInTurns(coalescer, 'a'))
    batches[0]?.release()
    batches[0]?.release()
    batches[0]?.end()
    await turn()
    void (await askInTurns(coalescer, 'bc'))
    expect(sizes()).toEqual(['a', 'b'])
  })

  test('still counts among those under way, of which there are not more than it is said', async () => {
    const { coalescer, batches, sizes } = held({ underWay: 2 })
    void (await askInTurns(coalescer, 'ab'))
    batches[0]?.release()
    await turn()
    batches[1]?.release()
    void (await askInTurns(coalescer, 'cd'))
    expect(sizes()).toEqual(['a', 'b'])
    batches[1]?.end()
    await turn()
    expect(sizes()).toEqual(['a', 'b', 'cd'])
  })
})

describe('how a request ends', () => {
  test('one over the queue is refused at once, and there is room again when a batch has gone', async () => {
    const { coalescer, batches } = held({ queue: 2 })
    void (await askInTurns(coalescer, 'abc'))
    const refused = coalescer.ask('d')
    await expect(refused).rejects.toMatchObject({ code: 'OVERLOADED', params: { retryAfterSeconds: 1 } })
    batches[0]?.end()
    await turn()
    const later = coalescer.ask('e')
    batches[1]?.end()
    await turn()
    batches[2]?.end()
    expect(await later).toBe('e!')
  })

  test('work that fails rejects its own members only', async () => {
    const { coalescer, batches } = held()
    const ends = (await askInTurns(coalescer, 'abcd')).map(codeOf)
    batches[0]?.end()
    await turn()
    batches[1]?.fail(new Error('the whole batch'))
    await turn()
    ends.push(codeOf(coalescer.ask('e')))
    await turn()
    batches[2]?.end()
    expect(await Promise.all(ends)).toEqual([
      'ok',
      'Error: the whole batch',
      'Error: the whole batch',
      'Error: the whole batch',
      'ok',
    ])
  })

  test('work that throws before it has begun does not block the lane', async () => {
    let calls = 0
    const coalescer = new Coalescer<string, string>(
      (requests) => {
        calls += 1
        if (calls === 1) throw new Error('at once')
        return Promise.resolve(requests.map((request) => ({ answer: request })))
      },
      { lanes: 1, most: 1, queue: 10 },
    )
    expect(await Promise.all([codeOf(coalescer.ask('a')), codeOf(coalescer.ask('b'))])).toEqual([
      'Error: at once',
      'ok',
    ])
  })

  test('each member gets its own answer or error; one without an outcome is an error, not a wait for ever', async () => {
    const { coalescer, batches } = held()
    const ends = ['a', 'b', 'c'].map((letter) => codeOf(coalescer.ask(letter)))
    await turn()
    batches[0]?.end([{ answer: 'fine' }, { error: new Refusal('LOAN_CLOSED') }])
    expect(await Promise.all(ends)).toEqual([
      'ok',
      'LOAN_CLOSED',
      'Error: a batch gave no outcome for one of its requests',
    ])
  })

  test('an answer may be undefined or null', async () => {
    const coalescer = new Coalescer<number, null | undefined>(
      async (requests) => requests.map((request) => ({ answer: request ? null : undefined })),
      { lanes: 1, most: 2, queue: 2 },
    )
    expect(await Promise.all([coalescer.ask(0), coalescer.ask(1)])).toEqual([undefined, null])
  })
})
