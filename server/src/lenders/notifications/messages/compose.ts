import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Config } from '../../../platform/settings/config.ts'
import { oneLine } from '../../../outside/mail/one-line.ts'
import { grouped, isGathered } from '../gathered-text.ts'
import { noticeKinds } from '../kinds.ts'
import { mostNamed, type NoticeRow } from '../notice-data.ts'
import { noticeText, shortText } from '../notice-text.ts'
import { addressOf } from './addresses.ts'
import { htmlOf, type Letter, type Part, stopSentence } from './html.ts'
import type { Topic } from './topics.ts'

/** The maximum number of notices in a message; the notification list has them all. */
const mostInMessage = 50

export type Composed = { subject: string; text: string; html: string }

type Settings = Pick<Config, 'APP_ORIGIN' | 'OPERATOR_NAME' | 'HELP_EMAIL' | 'HELP_PHONE'>

/** Composes the subject, text and HTML of an e-mail. Data such as names are reduced to a single line of text. */
export function composeMail(
  settings: Settings,
  { name, topic, day, stopUrl = null }: { name: string; topic: Topic; day: Date; stopUrl?: string | null },
  rows: readonly NoticeRow[],
): Composed {
  const parts = rows.slice(0, mostInMessage).map((row) => partOf(settings, row))
  const operator = oneLine(settings.OPERATOR_NAME)
  const letter: Letter = {
    greeting: `Halo ${oneLine(name)},`,
    parts,
    stopUrl,
    more: rows.length > parts.length ? grouped(rows.length - parts.length) : null,
    operator,
    footer: footerOf(settings, topic),
    ...addressOf(settings.APP_ORIGIN),
  }
  return { subject: subjectOf(topic, day, rows, operator), text: textOf(letter), html: htmlOf(letter) }
}

function subjectOf(topic: Topic, day: Date, rows: readonly NoticeRow[], operator: string): string {
  if (topic === 'DIGEST') return `Ringkasan ${formatDateLong(day)} - ${operator}`
  const [first] = rows
  if (!first) throw new Error('a message needs a notice')
  return `${noticeText(first).title}${rows.length > 1 ? ` (${grouped(rows.length)})` : ''} - ${operator}`
}

function partOf({ APP_ORIGIN }: Settings, row: NoticeRow): Part {
  const { tone, title, message } = noticeText(row)
  return {
    title: oneLine(title),
    message: oneLine(message),
    lines: linesOf(row),
    url: addressOf(APP_ORIGIN).urlOf(row),
    isWarning: tone === 'warning',
  }
}

function linesOf(row: NoticeRow): string[] {
  if (!isGathered(row) || row.kind === 'OFFER_IN_SAVED_SEARCH') return []
  const { count, loans } = row.data
  if (count < 2) return []
  const named = loans.slice(0, mostNamed)
  const lines = named.map(({ loanNumber, amount }) => `${oneLine(loanNumber)}: ${formatRupiah(amount)}`)
  return count > named.length ? [...lines, `dan ${grouped(count - named.length)} lainnya`] : lines
}

function footerOf({ HELP_EMAIL, HELP_PHONE }: Settings, topic: Topic): string {
  const isMandatory = topic !== 'DIGEST' && noticeKinds[topic].category === 'SECURITY'
  const why = isMandatory
    ? 'Email keamanan ini selalu dikirim untuk melindungi akun Anda.'
    : 'Anda menerima email ini sesuai pengaturan notifikasi Anda.'
  const help = [HELP_EMAIL, HELP_PHONE].filter((one) => one !== null).join(' atau ')
  return help ? `${why} Bantuan: ${help}.` : why
}

function textOf({
  greeting,
  parts,
  stopUrl,
  more,
  footer,
  operator,
  centreUrl,
  preferencesUrl,
}: Letter): string {
  const paragraphs = parts.map(({ title, message, lines, url }) =>
    [title, message, ...lines.map((line) => `- ${line}`), url].join('\n'),
  )
  const stop = stopUrl === null ? [] : [`${stopSentence}\n${stopUrl}`]
  const rest = more !== null ? [`Masih ada ${more} notifikasi lain: ${centreUrl}`] : []
  return [
    greeting,
    ...paragraphs,
    ...stop,
    ...rest,
    `--\n${operator}\n${footer}\nAtur notifikasi: ${preferencesUrl}`,
  ].join('\n\n')
}

/** Maximum characters of one SMS; the text before a long link may make it two. */
const mostInSms = 160
const shortestHead = 90

/**
 * Composes one short text without links, because links in an SMS look like fraud. Only a change that an attacker may
 * have made has one, which is never cut.
 */
export function composeSms(
  { OPERATOR_NAME }: Settings,
  rows: readonly NoticeRow[],
  stopUrl: string | null = null,
): string {
  const [first] = rows
  if (!first) throw new Error('a message needs a notice')
  const { title, message } = noticeText(first)
  const operator = oneLine(OPERATOR_NAME)
  const plain = (text: string) => oneLine(text).replaceAll(/[“”]/g, '"').replaceAll('’', "'")
  if (stopUrl !== null) {
    const end = `Bukan Anda? Hentikan akun: ${stopUrl}`
    const room = Math.max(mostInSms - end.length - 1, shortestHead)
    return `${plain(`${operator}: ${shortText(first) ?? title}.`).slice(0, room)} ${end}`
  }
  const whole = plain(`${operator}: ${message}`)
  if (rows.length === 1 && whole.length <= mostInSms) return whole
  const count = rows.length > 1 ? ` (${grouped(rows.length)})` : ''
  return plain(`${operator}: ${title}${count}. Buka aplikasi untuk melihat rinciannya.`).slice(0, mostInSms)
}
