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
  'ERR-01 a page that an intermediary sends in place of %s, with status 200, is an error and not the answer',
  async (_, call) => {
    answerWith('<html>Masuk ke jaringan</html>', 'text/html; charset=utf-8')
    const failure = await call().catch((error: unknown) => error)
    expect(failure).toMatchObject({ kind: 'server', status: 502, message: sentences.server })
  },
)

test('an answer in another type than JSON is a file', async () => {
  answerWith('%PDF-1.7', 'application/pdf')
  const file = await api('POST /documents/download', { body: { document_url: '/x.pdf' } })
  expect(await file.text()).toBe('%PDF-1.7')
})
