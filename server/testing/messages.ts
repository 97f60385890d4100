import { entriesFor } from './entries.ts'
import { businessDateOf, startOfDay } from '@pematang/contract/format/business-date'
import { noticeCategories } from '@pematang/contract/lenders/notifications/kinds'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { runAllJobs } from './drain.ts'
import { type Fixture, makeFixture } from './fixture.ts'
import { aLender } from './people.ts'
import type { Context } from '../src/context.ts'
import { smtpMail } from '../src/outside/mail/smtp-adapter.ts'
import { type MailSandbox, startMailSandbox } from '../src/outside/mail/testing/sandbox.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { many, run } from '../src/platform/db/database.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import {
  type Kind,
  failedMessages,
  notificationJobs,
  prepareMessages,
  setPreferences,
} from '../src/lenders/testing.ts'
import { type NoticeData, notifyLender } from '../src/lenders/index.ts'

type Person = { lenderId: number; email: string; phone: string }

/** How far to shift the database's time to reach a time of day in Jakarta, today or some days later. */
function shiftTo(time: string, days: number, seconds: number): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const past = (days * 24 * 60 + hours * 60 + minutes) * 60_000 + seconds * 1_000
  return `${startOfDay(businessDateOf(new Date())).getTime() + past - Date.now()} milliseconds`
}

/** A test scenario: a lender whose messages arrive in the sandbox, with control of the database's time. */
export function messageScenario() {
  let sandbox: MailSandbox
  let fixture: Fixture
  let lender: Person
  let people = 0
  beforeAll(async () => {
    sandbox = await startMailSandbox()
    fixture = await makeFixture({
      settings: {
        ...sandbox.settings,
        APP_ORIGIN: 'https://pematang.example',
        MAIL_FROM: 'no-reply@pematang.example',
      },
    })
  })
  beforeEach(async () => {
    at('10:00')
    await run(fixture.context.db, 'test.no_jobs', 'delete from job')
    lender = await someone()
  })
  afterAll(async () => {
    await fixture.close()
    await sandbox.stop()
  })

  const at = (time: string, days = 0, seconds = 0) => fixture.travel(shiftTo(time, days, seconds))
  async function someone(local = `lender${(people += 1)}`, name = 'Sari Dewi') {
    const { lenderId, phone } = await aLender(fixture.context)
    const email = local.includes('@') || local === '' ? local : `${local}@example.com`
    await run(
      fixture.context.db,
      'test.mail',
      `with changed as (update lender set email = $2, name = $3 where id = $1 returning id as lender_id)
       ${entriesFor('changeContact', 'changed')}`,
      [lenderId, email, name],
    )
    await run(fixture.context.db, 'test.no_former', 'delete from former_contact where lender_id = $1', [
      lenderId,
    ])
    return { lenderId, phone, email }
  }
  const notify = <K extends Kind>(kind: K, data: NoticeData[K], to = lender) =>
    inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
      notifyLender(tx, { lenderId: to.lenderId, id: fixture.context.random.uuid() }, kind, data),
    )
  const expired = (loanNumber = 'PJ-1', to = lender) =>
    notify('FUNDING_EXPIRED', { loanNumber, amount: 200_000 }, to)
  /** One round of a worker's tasks. */
  const work = async (context: Context = fixture.context) => {
    await prepareMessages(context)
    await runAllJobs(context, notificationJobs(context))
  }
  const mails = (to = lender) => sandbox.inbox(to.email)
  const subjects = async (to = lender) => (await mails(to)).map(({ subject }) => subject)
  const choose = (
    more: Partial<Record<string, { email?: boolean; sms?: boolean }>>,
    emailDelivery: 'SINGLE' | 'DAILY' = 'SINGLE',
  ) =>
    perform(fixture.context, setPreferences, {
      actor: { kind: 'lender', lenderId: lender.lenderId },
      input: {
        categories: noticeCategories.map((category) => ({
          category,
          ...{ email: true, sms: category === 'SECURITY' },
          ...more[category],
        })),
        emailDelivery,
      },
    })
  const states = async () =>
    (
      await many<{ state: string }>(
        fixture.context.db,
        'test.states',
        'select state from notification_message where lender_id = $1 order by created_at, id',
        [lender.lenderId],
      )
    ).map(({ state }) => state)
  /** The lender's message in the operator's list of failed messages. */
  const failed = async () =>
    (await failedMessages(fixture.context.db, { page: 1, limit: 100 })).find(
      ({ lenderId }) => lenderId === lender.lenderId,
    )
  /** A context with another mail server. */
  const withMail = (send: (deliver: () => Promise<void>) => Promise<void>, timeoutMs = 5_000): Context => {
    const real = smtpMail({
      url: sandbox.smtpUrl,
      from: 'no-reply@pematang.example',
      timeoutMs,
      requireTls: false,
    })
    return {
      ...fixture.context,
      mail: { ...real, send: (mail) => send(() => real.send(mail)) },
    }
  }

  return {
    ...{ at, someone, notify, expired, work, mails, subjects, choose, states, failed, withMail },
    /** Resets the database's time to the real time, from which scenarios start. */
    now: () => fixture.travel(undefined),
    context: () => fixture.context,
    texts: (phone = lender.phone) => sandbox.texts(phone),
    inbox: (to: string) => sandbox.inbox(to),
    lenderId: () => lender.lenderId,
    phone: () => lender.phone,
    /** Sets the lender that the rest of the test is about. */
    become: (person: Person) => {
      lender = person
    },
  }
}
