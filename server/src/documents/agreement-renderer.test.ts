import { afterAll, expect, test } from 'vitest'
import { makeAgreementRenderer } from './agreement-renderer.ts'
import { renderAgreement } from './pdf/render.ts'
import { sampleSnapshot } from './pdf/sample.ts'

const renderer = makeAgreementRenderer({ threads: 1, queue: 40 })
afterAll(() => renderer.close())

test('FND-03 agreements made on a thread are byte for byte those made here', async () => {
  for (const tenor of [12, 60]) {
    const snapshot = sampleSnapshot({}, tenor)
    const made = await renderer.render(snapshot)
    for (const kind of ['pp', 'ppfp'] as const) {
      const here = renderAgreement(kind, snapshot)
      expect(made[kind].bytes).toBeInstanceOf(Buffer)
      expect(made[kind].bytes.equals(here.bytes), `${kind} of ${tenor} installments`).toBe(true)
      expect({ ...made[kind], bytes: null }).toEqual({ ...here, bytes: null })
    }
  }
})

test('a snapshot that no agreement can be made of fails alone', async () => {
  const impossible = { ...sampleSnapshot(), amount: -1 }
  expect(() => renderAgreement('pp', impossible)).toThrow(RangeError)
  const [bad, good] = await Promise.allSettled([
    renderer.render(impossible),
    renderer.render(sampleSnapshot()),
  ])
  expect(bad).toMatchObject({ status: 'rejected', reason: expect.any(RangeError) })
  expect(good.status).toBe('fulfilled')
})

test('twenty at once leave the process its turns', async () => {
  let turns = 0
  let counting = true
  const count = () => {
    turns += 1
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      renderer.render(sampleSnapshot({ agreementNumber: `2026/11/${String(index).padStart(6, '0')}` })),
    ),
  )
  counting = false
  expect(new Set(made.map(({ pp }) => pp.textHash)).size).toBe(20)
  // Made here, each would take one turn at the most.
  expect(turns).toBeGreaterThan(20 * 20)
})
