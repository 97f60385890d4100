import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mail, MailRefused, MailUnavailable, MailUnknown } from './port.ts'
import { smtpMail } from './smtp-adapter.ts'
import { type MailSandbox, startMailSandbox } from './testing/sandbox.ts'

let sandbox: MailSandbox
beforeAll(async () => {
  sandbox = await startMailSandbox()
})
afterAll(() => sandbox.stop())

let sent = 0
const mailTo = (to: string, more: Partial<Mail> = {}): Mail => {
  sent += 1
  return {
    ...{
      to,
      toName: 'Sari Dewi',
      fromName: 'Pematang',
      subject: 'Angsuran diterima',
      text: 'Halo',
      html: '<p>Halo</p>',
    },
    ...{
      messageId: `m${sent}@pematang.example`,
      date: new Date('2026-11-23T10:00:00Z'),
      unsubscribeUrl: null,
    },
    ...more,
  }
}
const sender = (timeoutMs = 5_000, url = sandbox.smtpUrl) =>
  smtpMail({ url, from: 'no-reply@pematang.example', timeoutMs, requireTls: false })
const header = (mail: { headers: { name: string; value: string }[] } | undefined, name: string) =>
  mail?.headers.filter((one) => one.name.toLowerCase() === name.toLowerCase()).map(({ value }) => value)

describe('NTF-07 an e-mail', () => {
  test('NTF-02 an e-mail has a text and an HTML part, its own Message-ID, and a header that suppresses automatic replies', async () => {
    const mail = mailTo('a@example.com', { unsubscribeUrl: 'https://pematang.example/off?key=1' })
    await sender().send(mail)
    const [arrived] = await sandbox.inbox('a@example.com')
    expect(arrived).toMatchObject({
      from: 'no-reply@pematang.example',
      subject: mail.subject,
      messageId: `<${mail.messageId}>`,
    })
    expect([arrived?.text.trim(), arrived?.html.trim()]).toEqual(['Halo', '<p>Halo</p>'])
    expect(header(arrived, 'auto-submitted')).toEqual(['auto-generated'])
    expect(header(arrived, 'list-unsubscribe')).toEqual(['<https://pematang.example/off?key=1>'])
    expect(header(arrived, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
    await sender().send(mailTo('b@example.com'))
    expect(header((await sandbox.inbox('b@example.com'))[0], 'list-unsubscribe')).toEqual([])
  })

  test('NTF-07 no name or subject can add a header, recipient or part to the e-mail', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\r\nBcc: x@evil.example',
        '\nSubject: x',
        '\u2028To: x',
        '"<x@evil.example>, ',
        '=?utf-8?q?=0d=0aBcc:x?=',
        'A\0B',
        '\u202Eevil',
        '<x@evil.example>',
      ),
    )
    const count = async () => (await sandbox.inbox('f@example.com')).length
    let before = await count()
    const usual = [...(await namesOf())].toSorted()
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (toName, fromName, subject) => {
        await sender().send(mailTo('f@example.com', { toName, fromName, subject: `S ${subject}` }))
        const all = await sandbox.inbox('f@example.com')
        expect(all.length).toBe((before += 1))
        expect(all.at(-1)?.from).toBe('no-reply@pematang.example')
        expect(
          all
            .at(-1)
            ?.headers.map(({ name }) => name.toLowerCase())
            .toSorted(),
        ).toEqual(usual)
        expect(all.at(-1)?.text.trim()).toBe('Halo')
      }),
      { numRuns: 30 },
    )
    expect(await sandbox.inbox('x@evil.example')).toEqual([])

    async function namesOf() {
      await sender().send(mailTo('f@example.com'))
      before += 1
      return (
        (await sandbox.inbox('f@example.com')).at(-1)?.headers.map(({ name }) => name.toLowerCase()) ?? []
      )
    }
  })

  test.each([
    'a@example.com\r\nRCPT TO:<x@evil.example>',
    'a@example.com\nBcc: x@evil.example',
    'a@example.com,x@evil.example',
  ])('NTF-07 an e-mail to the address %j reaches nobody else', async (to) => {
    await sender()
      .send(mailTo(to))
      .catch(() => {})
    expect(await sandbox.inbox('x@evil.example')).toEqual([])
  })
})

describe('NTF-05 responses of the mail server', () => {
  const outcome = (to: string, timeoutMs?: number, url?: string) =>
    sender(timeoutMs, url)
      .send(mailTo(to))
      .then(
        () => 'taken',
        (error: unknown) => error,
      )

  test('NTF-05 an address that the mail server refuses is reported as refused, without naming it', async () => {
    const error = await outcome('refused@example.com')
    expect(error).toBeInstanceOf(MailRefused)
    expect(String(error)).not.toContain('example.com')
  })

  test('SEC-12 a relay that does not offer the TLS that is asked for counts as unavailable, not as an address that refuses', async () => {
    const strict = {
      url: sandbox.smtpUrl,
      from: 'no-reply@pematang.example',
      timeoutMs: 5_000,
      requireTls: true,
    }
    const error = await smtpMail(strict)
      .send(mailTo('tls@example.com'))
      .catch((one: unknown) => one)
    expect(error).toBeInstanceOf(MailUnavailable)
    expect(await sandbox.inbox('tls@example.com')).toEqual([])
  })

  test('NTF-05 a message to a busy or unreachable mail server counts as not accepted', async () => {
    expect(await outcome('busy@example.com')).toBeInstanceOf(MailUnavailable)
    expect(await outcome('busy@example.com')).toBe('taken')
    expect(await outcome('a@example.com', 500, 'smtp://127.0.0.1:1')).toBeInstanceOf(MailUnavailable)
  })

  test.each([
    ['closes the connection', 'cut@example.com'],
    ['is too slow', 'slow@example.com'],
  ])(
    'NTF-05 the outcome of a message is unknown when the mail server %s after receiving all of it',
    async (_, to) => {
      expect(await outcome(to, 600)).toBeInstanceOf(MailUnknown)
      await expect.poll(async () => (await sandbox.inbox(to)).length).toBe(1)
    },
  )
})
