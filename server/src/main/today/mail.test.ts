import { beforeAll, expect, test } from 'vitest'
import { runAllJobs } from '../../../testing/drain.ts'
import { messageScenario } from '../../../testing/messages.ts'
import type { Context } from '../../context.ts'
import { MailRefused, MailUnavailable } from '../../outside/mail/port.ts'
import { one } from '../../platform/db/database.ts'
import { loadTodayLines, type TodayLines } from './load-lines.ts'
import { askForMorningMail, morningMailJobs } from './mail.ts'

const scenario = messageScenario()
let lines: TodayLines
beforeAll(async () => {
  lines = await loadTodayLines()
})

const contextFor = (...MORNING_MAIL_TO: string[]): Context => ({
  ...scenario.context(),
  config: { ...scenario.context().config, MORNING_MAIL_TO },
})

async function work(context: Context): Promise<void> {
  await askForMorningMail(context)
  await runAllJobs(context, morningMailJobs(context, lines))
}

const waiting = async () =>
  (
    await one<{ jobs: number }>(
      scenario.context().db,
      'test.waiting',
      `select count(*) as jobs from job where kind = 'today.mail'`,
    )
  ).jobs

test('OPS-01 the morning list is sent once a day to each address, from 07:00 in Jakarta on, in Indonesian, with what is red first', async () => {
  const context = contextFor('siang@example.com', 'pagi@example.com', 'pagi@example.com')
  const counts = async () => [
    (await scenario.inbox('pagi@example.com')).length,
    (await scenario.inbox('siang@example.com')).length,
  ]
  scenario.at('06:59')
  await work(context)
  expect(await counts()).toEqual([0, 0])
  scenario.at('07:00')
  await work(context)
  await work(context)
  scenario.at('23:00')
  await work(context)
  expect(await counts()).toEqual([1, 1])
  const [mail] = await scenario.inbox('pagi@example.com')
  expect(mail?.subject).toMatch(/^Daftar pagi .+ \d+ baris perlu ditindaklanjuti/)
  expect(mail?.text).toMatch(/^\d+ baris perlu ditindaklanjuti\s+(\[!\] .+\n)+([^[].+\n)+[^[].+\s*$/)
  expect(mail?.text).toContain('[!] Pemeriksaan penuh pembukuan terakhir')
  expect(mail?.text).toContain('Penarikan dana yang belum selesai, per status: tidak ada [withdrawals open]')
  scenario.at('07:00', 1)
  await work(context)
  expect(await counts()).toEqual([2, 2])
})

test('OPS-01 the morning list waits while the mail server is away, and ends where the address is refused or was taken out', async () => {
  const away = contextFor('pagi@example.com')
  const failing = (error: Error): Context => ({
    ...away,
    mail: {
      async send() {
        throw error
      },
      async check() {
        throw error
      },
      close: () => {},
    },
  })
  scenario.at('07:00', 2)
  await work(failing(new MailUnavailable('ECONNREFUSED')))
  expect(await waiting()).toBe(1)
  scenario.at('07:30', 2)
  await work(failing(new MailRefused('550')))
  expect(await waiting()).toBe(0)
  scenario.at('07:00', 3)
  await askForMorningMail(away)
  expect(await waiting()).toBe(1)
  const before = (await scenario.inbox('pagi@example.com')).length
  await work(contextFor())
  expect([await waiting(), (await scenario.inbox('pagi@example.com')).length]).toEqual([0, before])
})
