import { escapeHtml, layout, MARK } from '../../platform/html.ts'
import { SENTINELS } from '../sentinels.ts'
import type { MailRecord } from '../store.ts'

type InboxPageInput = {
  /** The address whose e-mails are shown; empty for all. */
  asked: string
  smtpUrl: string
  /** The newest first. */
  messages: readonly MailRecord[]
}

const clock = new Intl.DateTimeFormat('id-ID', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Jakarta',
})

/** The inbox of all addresses, or of one; its script refreshes it every two seconds. */
export function inboxPage({ asked, smtpUrl, messages }: InboxPageInput): string {
  return layout(
    asked === '' ? 'Kotak masuk email' : `Kotak masuk email ${asked}`,
    `<header class="top">
${MARK}
<p class="brand">Kotak Masuk Email</p>
<span class="badge">Kotak pasir</span>
</header>
<main class="inbox">
<h1>Kotak masuk email</h1>
<p class="lead">Email yang dikirim aplikasi kepada pengguna lewat ${escapeHtml(smtpUrl)}. Tidak ada yang keluar dari komputer ini.</p>
<form class="search" method="get" action="/mail/" role="search">
<label for="to">Alamat email</label>
<div class="search-row">
<input id="to" name="to" type="email" autocomplete="off" maxlength="254" placeholder="nama@contoh.co.id" value="${escapeHtml(asked)}">
<button class="primary" type="submit"><span>Tampilkan</span></button>
${asked === '' ? '' : '<a class="quiet" href="/mail/">Semua alamat</a>'}
</div>
</form>
<p class="visually-hidden" id="news" role="status"></p>
<section id="messages" aria-label="Email, yang terbaru di atas">
${messages.length === 0 ? '<p class="empty">Belum ada email.</p>' : `<ol class="messages">\n${messages.map(item).join('\n')}\n</ol>`}
</section>
<details class="sandbox">
<summary>Kotak pasir: alamat untuk uji coba</summary>
<p>Email ke alamat apa pun sampai, kecuali yang dimulai dengan:</p>
<dl>
${SENTINELS.map(({ name, effect }) => `<div><dt>${name}</dt><dd>${escapeHtml(effect)}</dd></div>`).join('\n')}
</dl>
</details>
</main>
<noscript><p class="noscript">Tanpa JavaScript, muat ulang halaman untuk melihat email baru.</p></noscript>`,
    '<link rel="stylesheet" href="/sms/assets/inbox.css">\n<script type="module" src="/sms/assets/inbox.js"></script>\n',
  )
}

function item({ id, to, subject, text, headers, arrivedAt }: MailRecord): string {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
  return `<li class="message" data-id="${escapeHtml(id)}">
<p class="message-head"><a href="/mail/?to=${encodeURIComponent(to)}">${escapeHtml(to)}</a>
<time datetime="${escapeHtml(arrivedAt)}">${escapeHtml(clock.format(new Date(arrivedAt)))}</time></p>
<h2><a href="/mail/messages/${encodeURIComponent(id)}" target="_blank" rel="noopener">${escapeHtml(subject)}</a></h2>
<p class="message-text">${escapeHtml(text)}</p>
<details><summary>Header</summary><p class="message-text">${escapeHtml(lines)}</p></details>
</li>`
}
