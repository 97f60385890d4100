import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../testing/http.ts'
import { many } from '../../../platform/db/database.ts'
import { prepareMessages } from './close.ts'
import { messageScenario } from '../../../../testing/messages.ts'

const { at, expired, notify, choose, work, mails, context, lenderId } = messageScenario()
let app: TestApp
beforeAll(async () => {
  app = await startApp({ context: context() })
})
afterAll(() => app.close())

describe('unsubscribing from within a message', () => {
  const linkOf = async () => {
    const [mail] = await mails()
    const value = mail?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value ?? ''
    return /^<https:\/\/pematang\.example(\/[^>]+)>$/.exec(value)?.[1] ?? ''
  }
  const kept = async () =>
    (
      await many<{ email: string[] }>(
        context().db,
        'test.kept',
        'select email from notification_preference where lender_id = $1',
        [lenderId()],
      )
    )[0]?.email.toSorted()
  const oneClick = (path: string, type: string, body: string) =>
    app.call('POST', `/${path}`, body, { headers: { 'content-type': type } })

  beforeEach(async () => {
    await expired()
    await prepareMessages(context())
    at('10:02')
    await work()
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])(
    'NTF-02 one-click unsubscribing (%s) turns off one category only, also when it is repeated',
    async (type, body) => {
      const path = await linkOf()
      for (const _ of [1, 2]) expect((await oneClick(path, type, body)).status).toBe(200)
      expect(await kept()).toEqual(['LATE', 'MONEY', 'SECURITY', 'STATEMENTS'])
      at('10:10')
      await expired('PJ-2')
      at('18:01')
      await work()
      expect(await mails()).toHaveLength(1)
    },
  )

  test.each(['https://pematang.example', 'https://pematang.example/', 'https://pematang.example//'])(
    'NTF-02 the links in an e-mail have one slash after the origin %s',
    async (origin) => {
      await choose({})
      at('10:00')
      await notify('OFFER_EXTENDED', { loanNumber: 'PJ-1', amount: 1, until: '2026-12-01' })
      await prepareMessages(context())
      at('10:02')
      await work({ ...context(), config: { ...context().config, APP_ORIGIN: origin } })
      const mail = (await mails()).at(-1)
      const value = mail?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value
      expect(value).toMatch(
        /^<https:\/\/pematang\.example\/api\/v1\/notification-preferences\/unsubscribe\?key=[0-9a-f-]{36}>$/,
      )
      for (const part of [mail?.text ?? '', mail?.html ?? '']) {
        expect(part).toContain('https://pematang.example/lender/dashboard/porto?loanNumber=PJ-1')
        expect(part.replaceAll('https://', '')).not.toContain('//')
      }
    },
  )

  test('NTF-02 the key of an unsubscribe link is random in each of its 128 bits', async () => {
    await choose({})
    at('10:00')
    await notify('OFFER_EXTENDED', { loanNumber: 'PJ-1', amount: 1, until: '2026-12-01' })
    const random = { ...context().random, linkKey: () => 'f'.repeat(32) }
    await prepareMessages({ ...context(), random })
    at('10:02')
    await work()
    const link = (await mails()).at(-1)?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value
    expect(link).toContain('?key=ffffffff-ffff-ffff-ffff-ffffffffffff>')
  })

  test('NTF-02 opening the unsubscribe link shows a button and changes nothing', async () => {
    const answer = await app.call('GET', `/${await linkOf()}`)
    expect([answer.status, answer.bytes.toString()]).toEqual([
      200,
      expect.stringContaining('<form method="post"'),
    ])
    const policy = answer.headers.get('content-security-policy')
    for (const part of ["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(part)
    expect(await kept()).toBeUndefined()
  })

  test.each(['', 'x', '00000000-0000-4000-8000-000000000000', '"><script>'])(
    'NTF-02 an unknown unsubscribe key (%j) is answered as not found',
    async (key) => {
      const path = `//api/v1/notification-preferences/unsubscribe?key=${encodeURIComponent(key)}`
      expect((await app.call('GET', path)).status).toBe(404)
      expect(
        (
          await app.call('POST', path, 'List-Unsubscribe=One-Click', {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          })
        ).status,
      ).toBe(404)
    },
  )
})
