import { expect, test } from 'vitest'
import { one, run } from '../../platform/db/database.ts'
import { aLender } from '../../../testing/people.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator } = operatorAtWork()
const db = () => fixture().context.db

const dayBefore = async (days: number) =>
  (await one<{ day: string }>(db(), 'test.day', 'select business_day(app_now()) - $1::int as day', [days]))
    .day

async function givenUp(lenderId: number, channel: string, topic: string, daysAgo: number, count: number) {
  await run(
    db(),
    'test.given_up',
    `insert into notification_message (id, lender_id, channel, topic, day, due_at, state, closed_at, ended_at, unsubscribe_key)
     select gen_random_uuid(), $1, $2, $3, business_day(app_now()) - $4::int, app_now(), 'GAVE_UP', app_now(), app_now(),
            gen_random_uuid() from generate_series(1, $5::int)`,
    [lenderId, channel, topic, daysAgo, count],
  )
}

test('NTF-05 sending all messages again asks first with their kinds and the oldest day, and leaves out those of more than 30 days ago', async () => {
  const { lenderId } = await aLender(fixture().context)
  await givenUp(lenderId, 'EMAIL', 'LOAN_LATE', 30, 1)
  await givenUp(lenderId, 'SMS', 'PASSWORD_CHANGED', 2, 2)
  await givenUp(lenderId, 'EMAIL', 'LOAN_LATE', 31, 4)
  const all = (...args: string[]) => operator(['--json', 'notifications', 'send-again', '--all', ...args])
  const waiting = async () => (await operator(['--json', 'notifications', 'failed'])).json.messages.length
  const [oldest, older] = [await dayBefore(30), await dayBefore(31)]
  const words = `3 pesan (2 SMS PASSWORD_CHANGED, 1 EMAIL LOAN_LATE), yang tertua ${oldest}`
  const asked = await all()
  expect(asked).toMatchObject({ exit: 2, json: { error: expect.stringContaining(`Kirim lagi ${words}?`) } })
  expect((await all('--dry-run')).json).toMatchObject({ messages: 3, oldest })
  expect(await waiting()).toBe(7)
  expect((await all('--yes')).json).toMatchObject({ messages: 3, oldest })
  expect(await waiting()).toBe(4)
  expect((await all()).json).toMatchObject({ messages: 0, oldest: null })
  expect((await all('--since', older, '--yes')).json).toMatchObject({ messages: 4, oldest: older })
  expect(await waiting()).toBe(0)
})
