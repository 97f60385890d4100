import { expect, test } from 'vitest'
import { runAllJobs } from '../../../testing/drain.ts'
import { aPerson, type Cells, written } from '../../../testing/lender-file.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { aBank } from '../../cash/testing.ts'
import type { Context } from '../../context.ts'
import { type Mail, MailRefused } from '../../outside/mail/port.ts'
import { many } from '../../platform/db/database.ts'
import { jobs } from '../auth/jobs.ts'
import { lenderIdOf } from '../profile/index.ts'

const { fixture, operator, file } = operatorAtWork({ overrides: { banks: [aBank(1).bank] } })
const importLender = async (person: Cells) =>
  expect((await operator(['lenders', 'import', await file(written([person]))])).exit).toBe(0)

const sent: Mail[] = []
const texts: { to: string; text: string }[] = []
/** The gateways of a worker that keep what they are given. */
const worker = (mail: 'there' | 'refuses' | null): Context => ({
  ...fixture().context,
  sms: {
    ...fixture().context.sms,
    send: async ({ to, text }) => void texts.push({ to, text }),
  },
  mail: mail && {
    send: async (letter) => {
      if (mail === 'refuses') throw new MailRefused('550')
      sent.push(letter)
    },
    check: async () => {},
    close: () => {},
  },
})
const invite = async (way: string, context: Context) => {
  await fixture().context.db.query({ text: 'delete from job' })
  sent.length = texts.length = 0
  const person = aPerson({ invite: way })
  await importLender(person)
  expect([sent, texts]).toEqual([[], []])
  await runAllJobs(context, jobs(context))
  return person
}
const outcomes = async (phone = '') =>
  many(
    fixture().context.db,
    'test.told',
    `select outcome from audit_event where operation = 'tellRegistered' and subject = $1 order by id`,
    [`lender:${await lenderIdOf(fixture().context.db, phone)}`],
  )

test('OPS-03 a lender of a file is invited by SMS or e-mail, as their line says, by the worker and once', async () => {
  const bySms = await invite('', worker('there'))
  expect(sent).toEqual([])
  expect(texts).toEqual([
    {
      to: `62${bySms.phone}`,
      text: expect.stringMatching(/sudah dibuat\..*\/lender\/login.*Lupa Kata Sandi/),
    },
  ])
  const byMail = await invite('EMAIL', worker('there'))
  expect(texts).toEqual([])
  expect(sent).toMatchObject([
    {
      to: byMail.email,
      text: expect.stringMatching(/sudah dibuat\.\n\n.*\/lender\/login.*Lupa Kata Sandi/),
    },
  ])
  expect(await outcomes(byMail.phone)).toEqual([{ outcome: 'done' }])
  await importLender(byMail)
  await runAllJobs(worker('there'), jobs(worker('there')))
  expect(sent).toHaveLength(1)
})

test('OPS-03 a lender of a file is invited by SMS where no mail server is set up or it refuses the address', async () => {
  const unreachable = await invite('EMAIL', worker(null))
  expect(texts.map(({ to }) => to)).toEqual([`62${unreachable.phone}`])
  const refused = await invite('EMAIL', worker('refuses'))
  expect(texts.map(({ to }) => to)).toEqual([`62${refused.phone}`])
  expect(await outcomes(refused.phone)).toEqual([{ outcome: 'MAIL_REFUSED' }, { outcome: 'done' }])
})

test('OPS-03 invitations of a file do not wait in the queue of the codes that lenders wait for', async () => {
  await fixture().context.db.query({ text: 'delete from job' })
  await importLender(aPerson())
  const waiting = await many(
    fixture().context.db,
    'test.waiting',
    `select line from job where kind = 'auth.tell_registered'`,
  )
  expect(waiting).toEqual([{ line: 'message' }])
})

test('OPS-03 `lenders create --invite EMAIL` invites by e-mail', async () => {
  const person = aPerson()
  await fixture().context.db.query({ text: 'delete from job' })
  sent.length = texts.length = 0
  const made = await operator([
    ...['lenders', 'create', '--phone', person.phone ?? '', '--name', 'Sri', '--email', 's@c.example'],
    ...['--invite', 'EMAIL'],
  ])
  expect(made.out).toContain('e-mail menjelaskan cara membuat kata sandi')
  await runAllJobs(worker('there'), jobs(worker('there')))
  expect([sent.map(({ to }) => to), texts]).toEqual([['s@c.example'], []])
})
