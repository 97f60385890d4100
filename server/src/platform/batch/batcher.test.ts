import { describe, expect, test } from 'vitest'
import { type Outcome, Refusal } from '../refusal.ts'
import { Batcher, type BatcherOptions } from './batcher.ts'

/** A batcher whose batches the test can inspect and complete one by one. */
function held(options: Partial<BatcherOptions> = {}) {
  const batches: {
    requests: string[]
    release(): void
    end(outcomes?: Outcome<string>[]): void
    fail(error: Error): void
  }[] = []
  const batcher = new Batcher<string, string>(
    (requests, release) =>
      new Promise((resolve, reject) => {
        batches.push({
          requests,
          release,
          end: (outcomes = requests.map((request) => ({ answer: `${request}!` }))) => resolve(outcomes),
          fail: reject,
        })
      }),
    { concurrency: 1, maxBatchSize: 3, queue: 10, ...options },
  )
  const sizes = () => batches.map(({ requests }) => requests.join(''))
  return { batcher, batches, sizes }
}

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

/** Makes each request in a separate turn of the event loop, as independent requests arrive. */
async function askInTurns(batcher: Batcher<string, string>, letters: string): Promise<Promise<string>[]> {
  const asked: Promise<string>[] = []
  for (const letter of letters) {
    asked.push(batcher.ask(letter))
    await turn()
  }
  return asked
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

describe('when a batch starts', () => {
  test('a batcher that is idle starts a single request at once and alone', async () => {
    const { batcher, batches, sizes } = held()
    const answer = batcher.ask('a')
    await turn()
    expect(sizes()).toEqual(['a'])
    batches[0]?.end()
    expect(await answer).toBe('a!')
    const second = batcher.ask('b')
    await turn()
    expect(sizes()).toEqual(['a', 'b'])
    batches[1]?.end()
    expect(await second).toBe('b!')
  })

  test('the batcher starts requests of one turn of the event loop as one batch', async () => {
    const { batcher, sizes } = held()
    for (const letter of 'ab') void batcher.ask(letter)
    expect(sizes()).toEqual([])
    await turn()
    expect(sizes()).toEqual(['ab'])
  })

  test('the batcher queues requests while it is busy, and starts them in order in batches of at most maxBatchSize', async () => {
    const { batcher, batches, sizes } = held()
    const asked = await askInTurns(batcher, 'abcdef')
    expect(sizes()).toEqual(['a'])
    for (let next = 0; next < 3; next += 1) {
      batches[next]?.end()
      await turn()
    }
    expect(sizes()).toEqual(['a', 'bcd', 'ef'])
    expect(await Promise.all(asked)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!'])
  })

  test('the batcher runs as many batches at once as its concurrency, and the next one when a batch ends', async () => {
    const { batcher, batches, sizes } = held({ concurrency: 2 })
    void (await askInTurns(batcher, 'abcd'))
    expect(sizes()).toEqual(['a', 'b'])
    batches[1]?.end()
    await turn()
    expect(sizes()).toEqual(['a', 'b', 'cd'])
    void (await askInTurns(batcher, 'e'))
    expect(sizes()).toHaveLength(3)
  })

  test('the batcher runs more and larger batches while a crowd waits, and as before when it is gone', async () => {
    const { batcher, batches, sizes } = held({ crowd: { waiting: 5, concurrency: 2, maxBatchSize: 4 } })
    void (await askInTurns(batcher, 'abcde'))
    expect(sizes()).toEqual(['a'])
    void (await askInTurns(batcher, 'fghij'))
    expect(sizes()).toEqual(['a', 'bcde'])
    batches[0]?.end()
    await turn()
    // Five waited, so the crowd's limits applied once more.
    expect(sizes()).toEqual(['a', 'bcde', 'fghi'])
    batches[1]?.end()
    await turn()
    expect(sizes()).toEqual(['a', 'bcde', 'fghi'])
    void (await askInTurns(batcher, 'klm'))
    batches[2]?.end()
    await turn()
    expect(sizes()).toEqual(['a', 'bcde', 'fghi', 'jkl'])
  })
})

describe('a batch that frees its concurrency slot before it ends', () => {
  test('a batch that frees its concurrency slot early lets the next one start, and still gets its own answers', async () => {
    const { batcher, batches, sizes } = held({ maxUnderWay: 3 })
    const asked = await askInTurns(batcher, 'abc')
    expect(sizes()).toEqual(['a'])
    batches[0]?.release()
    await turn()
    expect(sizes()).toEqual(['a', 'bc'])
    batches[1]?.end()
    expect(await asked[2]).toBe('c!')
    batches[0]?.end()
    expect(await asked[0]).toBe('a!')
  })

  test('a batch that frees its concurrency slot several times frees only one slot', async () => {
    const { batcher, batches, sizes } = held({ maxUnderWay: 9 })
    void (await askInTurns(batcher, 'a'))
    batches[0]?.release()
    batches[0]?.release()
    batches[0]?.end()
    await turn()
    void (await askInTurns(batcher, 'bc'))
    expect(sizes()).toEqual(['a', 'b'])
  })

  test('a batch that freed its concurrency slot still counts towards maxUnderWay', async () => {
    const { batcher, batches, sizes } = held({ maxUnderWay: 2 })
    void (await askInTurns(batcher, 'ab'))
    batches[0]?.release()
    await turn()
    batches[1]?.release()
    void (await askInTurns(batcher, 'cd'))
    expect(sizes()).toEqual(['a', 'b'])
    batches[1]?.end()
    await turn()
    expect(sizes()).toEqual(['a', 'b', 'cd'])
  })
})

describe('how a request ends', () => {
  test('the batcher refuses a request beyond its queue limit at once, and accepts again when a batch has started', async () => {
    const { batcher, batches } = held({ queue: 2 })
    void (await askInTurns(batcher, 'abc'))
    const refused = batcher.ask('d')
    await expect(refused).rejects.toMatchObject({ code: 'OVERLOADED', params: { retryAfterSeconds: 1 } })
    batches[0]?.end()
    await turn()
    const later = batcher.ask('e')
    batches[1]?.end()
    await turn()
    batches[2]?.end()
    expect(await later).toBe('e!')
  })

  test('a batch that fails rejects only its own requests', async () => {
    const { batcher, batches } = held()
    const ends = (await askInTurns(batcher, 'abcd')).map(codeOf)
    batches[0]?.end()
    await turn()
    batches[1]?.fail(new Error('the whole batch'))
    await turn()
    ends.push(codeOf(batcher.ask('e')))
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

  test('a batch whose work throws synchronously does not block the batcher', async () => {
    let calls = 0
    const batcher = new Batcher<string, string>(
      (requests) => {
        calls += 1
        if (calls === 1) throw new Error('at once')
        return Promise.resolve(requests.map((request) => ({ answer: request })))
      },
      { concurrency: 1, maxBatchSize: 1, queue: 10 },
    )
    expect(await Promise.all([codeOf(batcher.ask('a')), codeOf(batcher.ask('b'))])).toEqual([
      'Error: at once',
      'ok',
    ])
  })

  test('the batcher gives each request its own answer or error, and an error when the batch returns no outcome for it', async () => {
    const { batcher, batches } = held()
    const ends = ['a', 'b', 'c'].map((letter) => codeOf(batcher.ask(letter)))
    await turn()
    batches[0]?.end([{ answer: 'fine' }, { error: new Refusal('LOAN_CLOSED') }])
    expect(await Promise.all(ends)).toEqual([
      'ok',
      'LOAN_CLOSED',
      'Error: a batch gave no outcome for one of its requests',
    ])
  })

  test('the batcher delivers answers that are undefined or null', async () => {
    const batcher = new Batcher<number, null | undefined>(
      async (requests) => requests.map((request) => ({ answer: request ? null : undefined })),
      { concurrency: 1, maxBatchSize: 2, queue: 2 },
    )
    expect(await Promise.all([batcher.ask(0), batcher.ask(1)])).toEqual([undefined, null])
  })
})
