import { escapeHtml } from '../../platform/html.ts'
import { type Delivery, type Payment, type Status, statusAt, type Transfer } from '../model.ts'
import { NOTICE_FAULTS, TRANSFER_FAULTS } from '../faults.ts'

const clock = new Intl.DateTimeFormat('id-ID', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Asia/Jakarta',
})
const grouped = new Intl.NumberFormat('id-ID')

/** Whole rupiah, e.g. Rp1.000.000. */
export const rupiah = (amount: number): string => `Rp${grouped.format(amount)}`

type Tone = 'ok' | 'warn' | 'bad' | 'idle'

type Row = {
  id: string
  title: string
  amount: string
  tone: Tone
  status: string
  /** Plain text shown below the title. */
  facts: readonly string[]
  /** Markup added below the facts. */
  more: string
}

const row = ({ id, title, amount, tone, status, facts, more }: Row): string =>
  `<li class="row" data-id="${escapeHtml(id)}">
<p class="row-title">${escapeHtml(title)}</p>
<p class="row-amount">${amount}</p>
<p class="row-facts">${facts.map(escapeHtml).join(' · ')}</p>
<p class="row-status"><span class="label ${tone}">${escapeHtml(status)}</span></p>
${more}</li>`

const time = (iso: string): string => clock.format(new Date(iso))

export function paymentRow(payment: Payment, bankName: string): string {
  const { id, number, amount, fault, deliveries } = payment
  const [tone, status] = outcomeOf(payment)
  const many = deliveries.length > 1 || fault !== null
  return row({
    id,
    title: number,
    amount: rupiah(amount),
    tone,
    status,
    facts: [bankName, time(payment.paidAt), ...(fault ? [firstPart(NOTICE_FAULTS[fault])] : [])],
    more: many
      ? `<details class="row-more"><summary>${deliveries.length} pemberitahuan</summary>
<ol>${deliveries.map(deliveryItem).join('')}</ol></details>\n`
      : '',
  })
}

function outcomeOf({ deliveries, open, fault }: Payment): [Tone, string] {
  const codes = deliveries.flatMap(({ code }) => code ?? [])
  if (codes.some((code) => code.startsWith('200'))) return ['ok', 'Diterima']
  if (fault === 'forged' && !open) return ['idle', 'Ditolak aplikasi']
  if (fault === 'unsent') return ['idle', 'Tidak diberitahukan']
  if (open) return ['warn', 'Belum dijawab']
  return ['bad', `Ditolak ${codes.at(-1) ?? ''}`.trim()]
}

const deliveryItem = ({ at, note, status, code, message }: Delivery): string => {
  const answer = status === null ? 'tanpa jawaban' : `${code ?? status} ${message}`.trim()
  return `<li>${escapeHtml([time(at), note, answer].filter((part) => part !== '').join(' · '))}</li>`
}

const STATUSES: Readonly<Record<Status, [Tone, string]>> = {
  '00': ['ok', 'Dibayar'],
  '03': ['warn', 'Dalam proses'],
  '04': ['idle', 'Dikembalikan'],
  '06': ['bad', 'Ditolak'],
  '07': ['warn', 'Belum sampai'],
}

export function transferRow(transfer: Transfer, bankName: string, now: number): string {
  const { partnerReferenceNo, account, amount, bankCode, holder, fault, takenAt } = transfer
  const [tone, status] = STATUSES[statusAt(transfer, now)]
  return row({
    id: partnerReferenceNo,
    title: account,
    amount: rupiah(amount),
    tone,
    status,
    facts: [
      bankName,
      time(takenAt),
      ...(bankCode === null ? ['sesama bank'] : [`ke bank ${bankCode}`]),
      ...(holder === null ? [] : [holder]),
      ...(fault ? [firstPart(TRANSFER_FAULTS[fault])] : []),
    ],
    more: `<p class="row-ref">${escapeHtml(partnerReferenceNo)}</p>\n`,
  })
}

/** The name of the fault, without its description. */
const firstPart = (words: string): string => words.split(/[:,(]/, 1)[0]?.trim() ?? words
