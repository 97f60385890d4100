import { expect, test, vi } from 'vitest'
import { api } from './client.ts'
import { sentences } from './errors.ts'

/** Answers every call, and the configuration that precedes it, with this body. */
function answerWith(body: string, type: string): void {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': type } }))
}

test.each([
  ['a list', () => api('GET /portfolio', { quiet: true })],
  ['a file', () => api('POST /documents/download', { body: { document_url: '/x.pdf' }, quiet: true })],
])(
  'ERR-01 an HTML page with status 200 in place of %s is reported as an error of the server',
  async (_, call) => {
    answerWith('<html>Masuk ke jaringan</html>', 'text/html; charset=utf-8')
    const failure = await call().catch((error: unknown) => error)
    expect(failure).toMatchObject({ kind: 'server', status: 502, message: sentences.server })
  },
)

test('a PDF response is returned as a file', async () => {
  answerWith('%PDF-1.7', 'application/pdf')
  const file = await api('POST /documents/download', { body: { document_url: '/x.pdf' } })
  expect(await file.text()).toBe('%PDF-1.7')
})

test('CON-09 the id of a request says when it was made, by which staff find it in a long trail', async () => {
  const sent: string[] = []
  answerWith('{}', 'application/json')
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('X-Request-Id') ?? '')
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  })
  const before = Date.now()
  await api('GET /portfolio', { quiet: true }).catch(() => {})
  const id = sent.at(-1) ?? ''
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const made = Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
  expect(made).toBeGreaterThanOrEqual(before)
  expect(made).toBeLessThanOrEqual(Date.now())
})
