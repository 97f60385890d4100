import { escapeHtml, layout, MARK } from '../../platform/html.ts'
import { SENTINELS } from '../sentinels.ts'
import type { InboxMessage } from '../store.ts'

type InboxPageInput = {
  /** The number whose messages are shown, or the invalid text that was entered; empty for all numbers. */
  asked: string
  isNumber: boolean
  /** The newest first. */
  messages: readonly InboxMessage[]
}

const clock = new Intl.DateTimeFormat('id-ID', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Jakarta',
})

/** The inbox of all phones, or of one; its script refreshes it every two seconds. */
export function inboxPage({ asked, isNumber, messages }: InboxPageInput): string {
  return layout(
    asked === '' ? 'Kotak masuk SMS' : `Kotak masuk SMS ${asked}`,
    `<header class="top">
${MARK}
<p class="brand">Kotak Masuk SMS</p>
<span class="badge">Kotak pasir</span>
</header>
<main class="inbox">
<h1>Kotak masuk SMS</h1>
<p class="lead">Pesan yang dikirim aplikasi ke telepon pengguna. Tidak ada yang keluar dari komputer ini.</p>
<form class="search" method="get" action="/sms/" role="search">
<label for="to">Nomor telepon</label>
<div class="search-row">
<input id="to" name="to" type="tel" autocomplete="off" maxlength="30" placeholder="81234567890" value="${escapeHtml(asked)}">
<button class="primary" type="submit"><span>Tampilkan</span></button>
${asked === '' ? '' : '<a class="quiet" href="/sms/">Semua nomor</a>'}
</div>
</form>
<p class="visually-hidden" id="news" role="status"></p>
<section id="messages" aria-label="Pesan, yang terbaru di atas">
${list(asked, isNumber, messages)}
</section>
<details class="sandbox">
<summary>Kotak pasir: nomor untuk uji coba</summary>
<p>Pesan ke nomor Indonesia apa pun sampai, kecuali:</p>
<dl>
${SENTINELS.map(({ number, effect }) => `<div><dt>${number}</dt><dd>${escapeHtml(effect)}</dd></div>`).join('\n')}
</dl>
</details>
</main>
<noscript><p class="noscript">Tanpa JavaScript, muat ulang halaman untuk melihat pesan baru.</p></noscript>`,
    '<link rel="stylesheet" href="/sms/assets/inbox.css">\n<script type="module" src="/sms/assets/inbox.js"></script>\n',
  )
}

function list(asked: string, isNumber: boolean, messages: readonly InboxMessage[]): string {
  if (!isNumber) return empty(`“${asked}” bukan nomor telepon seluler Indonesia.`)
  if (messages.length === 0) {
    return empty(asked === '' ? 'Belum ada pesan.' : `Belum ada pesan untuk ${asked}.`)
  }
  return `<ol class="messages">\n${messages.map(item).join('\n')}\n</ol>`
}

const empty = (sentence: string): string => `<p class="empty">${escapeHtml(sentence)}</p>`

function item({ id, to, text, arrivedAt }: InboxMessage): string {
  const number = escapeHtml(to)
  return `<li class="message" data-id="${escapeHtml(`${id} ${arrivedAt}`)}">
<p class="message-head"><a href="/sms/?to=${encodeURIComponent(to)}">${number}</a>
<time datetime="${escapeHtml(arrivedAt)}">${escapeHtml(clock.format(new Date(arrivedAt)))}</time></p>
<p class="message-text">${withCode(text)}</p>
</li>`
}

/** Highlights a code of four to eight characters, so that it can be read at a glance and copied with a double click. */
function withCode(text: string): string {
  const code = /(?<![\w.])(?=[A-Z0-9]*\d)[A-Z0-9]{4,8}(?![\w.]\w)/.exec(text)
  if (code === null) return escapeHtml(text)
  const end = code.index + code[0].length
  return `${escapeHtml(text.slice(0, code.index))}<strong class="code">${escapeHtml(code[0])}</strong>${escapeHtml(text.slice(end))}`
}
