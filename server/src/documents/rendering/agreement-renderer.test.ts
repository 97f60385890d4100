import { afterAll, expect, test } from 'vitest'
import { makeAgreementRenderer } from './agreement-renderer.ts'
import { renderAgreement } from '../pdf/render.ts'
import { sampleSnapshot } from '../pdf/sample.ts'
import { testCertificate } from '../../../testing/certificate.ts'
import { openCertificate } from '../signature/certificate.ts'

const renderer = makeAgreementRenderer({ threads: 1, queue: 40, certificate: testCertificate })
afterAll(() => renderer.close())

test('FND-03 agreements rendered on a worker thread equal those rendered on the main thread, byte for byte', async () => {
  for (const tenor of [12, 60]) {
    const snapshot = sampleSnapshot({}, tenor)
    const made = await renderer.render(snapshot)
    for (const kind of ['pp', 'ppfp'] as const) {
      const here = renderAgreement(kind, snapshot, openCertificate(testCertificate()))
      expect(made[kind].bytes).toBeInstanceOf(Buffer)
      expect(made[kind].bytes.equals(here.bytes), `${kind} of ${tenor} installments`).toBe(true)
      expect(made[kind].platformCertificate).toBeInstanceOf(Buffer)
      expect({ ...made[kind], bytes: null }).toEqual({ ...here, bytes: null })
    }
  }
})

test('an agreement that cannot be rendered does not affect one that is rendered at the same time', async () => {
  const impossible = { ...sampleSnapshot(), amount: -1 }
  expect(() => renderAgreement('pp', impossible, openCertificate(testCertificate()))).toThrow(RangeError)
  const [bad, good] = await Promise.allSettled([
    renderer.render(impossible),
    renderer.render(sampleSnapshot()),
  ])
  expect(bad).toMatchObject({ status: 'rejected', reason: expect.any(RangeError) })
  expect(good.status).toBe('fulfilled')
})

test('rendering twenty agreements at once does not block the event loop', async () => {
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
  // If the agreements were rendered on this thread, the event loop would turn at most once per agreement.
  expect(turns).toBeGreaterThan(20 * 20)
})
