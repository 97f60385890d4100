import { describe, expect, test } from 'vitest'
import { many, run } from '../../../platform/db/database.ts'
import { MailUnavailable, MailUnknown } from '../../../outside/mail/port.ts'
import { smtpMail } from '../../../outside/mail/smtp-adapter.ts'
import { perform } from '../../../platform/commands/perform.ts'
import { prepareMessages } from './close.ts'
import { sendAgain } from './failed.ts'
import { watch as watchMessages } from './metrics.ts'
import { deleteOldMessages } from './retention.ts'
import { messageScenario } from '../../../../testing/messages.ts'

const {
  at,
  someone,
  expired,
  work,
  mails,
  subjects,
  choose,
  states,
  failed,
  withMail,
  context,
  lenderId,
  become,
} = messageScenario()

describe('sending a message once', () => {
  const due = async () => {
    await prepareMessages(context())
    at('10:02')
    await prepareMessages(context())
  }
  const later = async (time: string, days = 0) => {
    at(time, days)
    await work()
  }

  test('NTF-05 four concurrent workers send a message once', async () => {
    await expired()
    await Promise.all(Array.from({ length: 4 }, () => work()))
    at('10:02')
    await Promise.all(Array.from({ length: 4 }, () => work()))
    expect(await mails()).toHaveLength(1)
  })

  test('NTF-05 a message is sent later when a worker is killed before it calls the mail server', async () => {
    await expired()
    await due()
    await work(withMail(async () => Promise.reject(new Error('killed'))))
    expect(await mails()).toEqual([])
    await later('11:00')
    expect([await subjects(), await states()]).toEqual([['Pendanaan dibatalkan - Pematang'], ['SENT']])
  })

  const killed = () =>
    withMail(async (deliver) => {
      await deliver()
      throw new Error('killed')
    })

  test('NTF-05 a security message is sent again with the same Message-ID when a worker is killed after the mail server accepted it', async () => {
    await expired()
    await due()
    await work(killed())
    await later('11:00')
    await later('12:00')
    const [first, second, ...more] = await mails()
    expect([more, await states()]).toEqual([[], ['SENT']])
    expect(second).toMatchObject({ messageId: first?.messageId, subject: first?.subject, text: first?.text })
  })

  test('NTF-05 a digest is not sent again, but shown to the operator, when a worker is killed after the mail server accepted it', async () => {
    await choose({}, 'DAILY')
    await expired()
    await prepareMessages(context())
    at('18:01')
    await prepareMessages(context())
    await work(killed())
    await later('19:00')
    await later('20:00')
    expect([await mails(), await states()]).toEqual([[expect.anything()], ['UNKNOWN']])
    expect(await failed()).toMatchObject({
      topic: 'DIGEST',
      state: 'UNKNOWN',
      reason: 'INTERRUPTED',
    })
  })

  test('NTF-05 a message is tried five times with increasing backoff when the mail server answers too late, then marked unknown', async () => {
    become(await someone('slow'))
    await expired()
    await due()
    const triedAt: number[] = []
    for (let half = 0; half < 40; half += 1) {
      at(`10:${2 + Math.floor(half / 2)}`, 0, (half % 2) * 30)
      await work(withMail((deliver) => (triedAt.push(half / 2), deliver()), 400))
    }
    const waits = triedAt.slice(1).map((minute, place) => minute - (triedAt[place] ?? 0))
    expect(waits).toEqual([1, 1.5, 2.5, 4.5])
    for (const [time, days] of [
      ['12:00', 0],
      ['12:00', 1],
      ['12:00', 4],
    ] as const) {
      at(time, days)
      await work(withMail((deliver) => deliver(), 400))
    }
    await expect.poll(async () => (await mails()).length).toBe(5)
    expect(new Set((await mails()).map(({ messageId }) => messageId)).size).toBe(1)
    expect(await states()).toEqual(['UNKNOWN'])
    expect(await failed()).toMatchObject({ topic: 'FUNDING_EXPIRED', state: 'UNKNOWN', reason: 'ETIMEDOUT' })
    watchMessages(context())
    expect(await context().metrics.text()).toMatch(
      /pematang_notifications\{channel="email",state="unknown"\} [1-9]/,
    )
    const again = {
      actor: { kind: 'operator', name: 'test' } as const,
      input: { ids: [(await failed())?.id ?? ''] },
    }
    expect(await perform(context(), sendAgain, again)).toMatchObject({ messages: 1 })
    await work()
    expect(await states()).toEqual(['SENT'])
  })

  test('NTF-05 a message is sent at most five times when each worker is killed after the mail server accepted it', async () => {
    await expired()
    await due()
    for (let hour = 11; hour < 23; hour += 1) {
      at(`${hour}:00`)
      await work(killed())
    }
    expect([(await mails()).length, await states()]).toEqual([5, ['UNKNOWN']])
    expect(await failed()).toMatchObject({ state: 'UNKNOWN', reason: 'INTERRUPTED' })
  })

  test('NTF-05 attempts that the mail server defers do not count towards the five attempts with an unknown outcome', async () => {
    await expired()
    await due()
    const busy = withMail(async () => Promise.reject(new MailUnavailable('SMTP_450')))
    const late = withMail(async () => Promise.reject(new MailUnknown('ETIMEDOUT')))
    for (let hour = 11; hour < 21; hour += 1) {
      at(`${hour}:00`)
      await work(hour % 3 === 0 ? late : busy)
    }
    expect(await states()).toEqual(['WAITING'])
    await later('22:00')
    expect([(await mails()).length, await states()]).toEqual([1, ['SENT']])
  })

  test('NTF-05 an outage of the mail server delays messages and loses none', async () => {
    const gone = {
      ...context(),
      mail: smtpMail({
        url: 'smtp://127.0.0.1:1',
        from: 'a@b.example',
        timeoutMs: 30_000,
        requireTls: false,
      }),
    }
    await choose({}, 'DAILY')
    await expired()
    await work(gone)
    for (const time of ['18:01', '18:05', '19:00', '23:00']) {
      at(time)
      await work(gone)
    }
    expect([await mails(), await states()]).toEqual([[], ['WAITING']])
    await later('12:00', 1)
    expect([(await mails()).length, await states()]).toEqual([1, ['SENT']])
  })

  test('NTF-05 a message is given up after three days, and the operator sees it and can send it again', async () => {
    const gone = {
      ...context(),
      mail: smtpMail({
        url: 'smtp://127.0.0.1:1',
        from: 'a@b.example',
        timeoutMs: 30_000,
        requireTls: false,
      }),
    }
    await expired()
    await due()
    await work(gone)
    at('10:05', 2)
    await work(gone)
    expect(await states()).toEqual(['WAITING'])
    at('10:30', 3)
    await work(gone)
    expect(await states()).toEqual(['GAVE_UP'])
    await later('12:00', 3)
    expect(await mails()).toEqual([])
    const again = await perform(context(), sendAgain, {
      actor: { kind: 'operator', name: 'test' },
      input: { ids: null, since: null },
    })
    expect(again).toMatchObject({ messages: 1 })
    await work()
    expect([(await mails()).length, await states()]).toEqual([1, ['SENT']])
  })

  test('SEC-12 messages that a server refused for want of TLS or a login are sent again with those that were given up', async () => {
    await expired()
    await due()
    for (const reason of ['SMTP_530', 'SMTP_534', 'SMTP_535', 'SMTP_538', 'HTTP_401', 'HTTP_403']) {
      await run(
        context().db,
        'test.refused',
        `update notification_message set state = 'REFUSED', reason = $1, closed_at = app_now(), ended_at = app_now()
          where lender_id = $2`,
        [reason, lenderId()],
      )
      const all = { actor: { kind: 'operator', name: 'test' } as const, input: { ids: null, since: null } }
      expect(await perform(context(), sendAgain, all), reason).toMatchObject({ messages: 1 })
    }
    await work()
    expect(await states()).toEqual(['SENT'])
  })

  test('NTF-05 a message to an address that was refused is not retried, and shown to the operator without the address', async () => {
    become(await someone('refused'))
    await expired()
    await due()
    await work()
    expect(await states()).toEqual(['REFUSED'])
    expect(await failed()).toMatchObject({ reason: 'SMTP_550' })
    expect(JSON.stringify(await failed())).not.toContain('example.com')
    const all = { actor: { kind: 'operator', name: 'test' } as const, input: { ids: null, since: null } }
    expect(await perform(context(), sendAgain, all)).toMatchObject({ messages: 0 })
  })

  test('a message is deleted 90 days after it was sent or given up, and its notifications are kept', async () => {
    await expired()
    await due()
    await work()
    at('10:00', 89)
    await deleteOldMessages(context().db)
    expect(await states()).toEqual(['SENT'])
    at('10:00', 91)
    await deleteOldMessages(context().db)
    expect(await states()).toEqual([])
    const left = await many(context().db, 'test.left', 'select from notice where lender_id = $1', [
      lenderId(),
    ])
    expect(left).toHaveLength(1)
  })
})
