import { escapeHtml, layout, MARK } from '../../platform/html.ts'
import type { SandboxBank } from '../keys.ts'
import type { Payment, Switches, Transfer } from '../model.ts'
import { accountEndings, amountEndings, NOTICE_FAULTS, TRANSFER_FAULTS } from '../faults.ts'
import { paymentRow, rupiah, transferRow } from './rows.ts'

type BankPageInput = {
  /** The initial virtual account number. */
  number: string
  now: number
  banks: readonly { bank: SandboxBank; available: number; switches: Switches }[]
  /** The newest first. */
  payments: readonly Payment[]
  transfers: readonly Transfer[]
}

type Shown = BankPageInput['banks'][number]

/**
 * The bank page: the customer's form and the lists of payments and transfers. Its script pays, switches faults, and
 * refreshes the lists.
 */
export function bankPage(input: BankPageInput): string {
  const { banks, number, now } = input
  const names = new Map(banks.map(({ bank }) => [bank.methodPayment, bank.name]))
  const nameOf = (method: number): string => names.get(method as 1 | 2) ?? ''
  return layout(
    'Bank kotak pasir',
    `<header class="top">
${MARK}
<p class="brand">Bank</p>
<span class="badge">Kotak pasir</span>
</header>
<main class="bank">
<div class="intro">
<h1>Bayar seperti nasabah</h1>
<p class="lead">Bayar ke virtual account mana pun dan lihat apa yang terjadi. Tidak ada uang sungguhan.</p>
</div>
<div class="counter">
${banks.length === 0 ? NO_BANK : payForm(number)}
<section class="card" aria-labelledby="switches">
<h2 id="switches">Gangguan</h2>
<p class="hint">Berlaku untuk semua pembayaran dan transfer berikutnya, sampai diubah lagi.</p>
${banks.map(switchesOf).join('\n')}
</section>
${sentinels()}
</div>
<div class="happened" id="happened">
<section class="figures" aria-label="Rekening penampungan">
${banks.map(figure).join('\n')}
</section>
<section aria-labelledby="paid-in">
<h2 id="paid-in">Pembayaran masuk</h2>
${list(
  input.payments.map((payment) => paymentRow(payment, nameOf(payment.bank))),
  'Belum ada pembayaran.',
)}
</section>
<section aria-labelledby="paid-out">
<h2 id="paid-out">Transfer keluar</h2>
${list(
  input.transfers.map((transfer) => transferRow(transfer, nameOf(transfer.bank), now)),
  'Belum ada transfer.',
)}
</section>
</div>
</main>
<noscript><p class="noscript">Halaman ini membutuhkan JavaScript.</p></noscript>`,
    '<link rel="stylesheet" href="/bank/assets/bank.css">\n<script type="module" src="/bank/assets/bank.js"></script>\n',
  )
}

const NO_BANK = '<p class="empty">Tidak ada bank: SANDBOX_BANKS_FILE belum diatur.</p>'

const payForm = (number: string): string => `<form class="card" id="pay" novalidate>
<h2>Bayar ke virtual account</h2>
<label for="number">Nomor virtual account</label>
<input id="number" name="number" type="text" inputmode="numeric" autocomplete="off" maxlength="24" placeholder="98800 0000 000 000" aria-describedby="holder" value="${escapeHtml(number)}">
<p class="hint" id="holder" role="status">15 angka</p>
<label for="amount">Nominal</label>
<div class="money"><span aria-hidden="true">Rp</span><input id="amount" name="amount" type="text" inputmode="numeric" autocomplete="off" maxlength="19" placeholder="1.000.000"></div>
<label for="fault">Gangguan</label>
<select id="fault" name="fault">
${options(NOTICE_FAULTS, null, 'Tidak ada')}
</select>
<button class="primary" type="submit"><span>Bayar</span></button>
<p class="outcome" id="outcome" role="status"></p>
</form>`

function switchesOf({ bank, switches }: Shown): string {
  const { methodPayment: method } = bank
  const offline = { offline: 'Tidak terhubung' }
  return `<fieldset class="switches" data-bank="${method}">
<legend>${escapeHtml(bank.name)}</legend>
<label for="notices-${method}">Pemberitahuan pembayaran</label>
<select id="notices-${method}" name="notices">
${options({ ...NOTICE_FAULTS, ...offline }, switches.notices, 'Lancar')}
</select>
<label for="transfers-${method}">Transfer keluar</label>
<select id="transfers-${method}" name="transfers">
${options({ ...TRANSFER_FAULTS, ...offline }, switches.transfers, 'Lancar')}
</select>
</fieldset>`
}

function options(faults: Readonly<Record<string, string>>, chosen: string | null, none: string): string {
  const all: [string, string][] = [['', none], ...Object.entries(faults)]
  return all
    .map(
      ([value, label]) =>
        `<option value="${value}"${value === (chosen ?? '') ? ' selected' : ''}>${escapeHtml(label)}</option>`,
    )
    .join('\n')
}

const figure = ({ bank, available }: Shown): string => `<div class="figure">
<p class="figure-name">${escapeHtml(bank.name)}</p>
<p class="figure-amount">${rupiah(available)}</p>
<p class="figure-more">Rekening penampungan ${escapeHtml(bank.accountNo)}</p>
<p class="figure-more">Virtual account ${escapeHtml(bank.serviceId)}…</p>
</div>`

const list = (rows: readonly string[], empty: string): string =>
  rows.length === 0 ? `<p class="empty">${empty}</p>` : `<ol class="rows">\n${rows.join('\n')}\n</ol>`

function sentinels(): string {
  const rows = (endings: [string, string][]) =>
    endings
      .map(([ending, effect]) => `<div><dt>…${ending}</dt><dd>${escapeHtml(effect)}</dd></div>`)
      .join('\n')
  return `<details class="sandbox">
<summary>Kotak pasir: nominal dan rekening untuk uji coba</summary>
<p>Transfer keluar yang nominalnya berakhir dengan:</p>
<dl>
${rows(amountEndings())}
</dl>
<p>Rekening tujuan yang nomornya berakhir dengan:</p>
<dl>
${rows(accountEndings())}
</dl>
</details>`
}
