import type { DocumentRecord, SessionRecord } from '../model.ts'
import { STAMP } from '../pdf/stamp.ts'
import { SENTINELS } from '../sentinels.ts'
import { escapeHtml, layout, MARK } from '../../platform/html.ts'

type SignPageInput = {
  /** Token of the session, used by the page's own calls. */
  token: string
  /** The token that the app knows; the page includes it in its messages to the app. */
  shownToken: string
  record: DocumentRecord
  session: SessionRecord
  appOrigin: string | null
  /** The requested page, if the document does not have it. */
  missingPage?: number
}

/** The page on which a signer reads the documents and signs or declines all of them. */
export function signPage(input: SignPageInput): string {
  const { token, shownToken, record, session, appOrigin, missingPage } = input
  const base = `/esign/sign/${encodeURIComponent(token)}`
  const documents = record.files.map((file, index) => ({
    title: titleOf(file.name),
    pageCount: file.pageCount,
    page: index === 0 ? session.page : file.page,
    url: `${base}/files/${index}`,
  }))
  // The script reads this attribute, because the policy of the page allows no inline script.
  const context = JSON.stringify({
    base,
    appOrigin,
    docToken: shownToken,
    expiresAt: session.expiresAt,
    documents,
    stamp: { x: session.x, y: session.y, ...STAMP },
    fixed: session.fixed,
  })
  const many = documents.length > 1
  const pages = documents.reduce((sum, { pageCount }) => sum + pageCount, 0)
  return layout(
    'Tanda tangani dokumen',
    `<div class="app" id="app" data-context="${escapeHtml(context)}">
<header class="top">
${MARK}
<p class="brand">Tanda Tangan Elektronik</p>
<span class="badge">Kotak pasir</span>
<p class="clock"><span class="clock-label">Sisa waktu</span> <time id="clock">15:00</time></p>
</header>
<main class="work">
<section class="reader" aria-label="Dokumen">
<div class="reader-bar">
<div class="tabs" role="tablist" aria-label="Daftar dokumen"${many ? '' : ' hidden'}>
${documents.map(({ title }, index) => tab(title, index)).join('\n')}
</div>
<p class="single-title"${many ? ' hidden' : ''}>${escapeHtml(documents[0]?.title ?? '')}</p>
<p class="where" id="where" aria-live="off"></p>
</div>
${documents.map((_document, index) => panel(index)).join('\n')}
</section>
<aside class="side" aria-label="Tanda tangan">
<div class="facts">
<h1>Tinjau dan tanda tangani</h1>
<dl>
<div><dt>Penanda tangan</dt><dd>${escapeHtml(record.signer.name)}</dd></div>
<div><dt>Dokumen</dt><dd>${documents.length} berkas, ${pages} halaman</dd></div>
${missingPage === undefined ? '' : `<div><dt>Letak</dt><dd>Halaman ${session.page}, karena halaman ${missingPage} tidak ada</dd></div>`}
</dl>
</div>
<button class="link" type="button" id="go-to-mark">Lihat letak tanda tangan</button>
<form id="form" novalidate>
<label class="pin-label" for="pin">PIN enam angka</label>
<div class="pin">
<input id="pin" name="pin" type="password" inputmode="numeric" autocomplete="off" maxlength="6" pattern="[0-9]{6}" aria-describedby="problem consent">
<div class="slots" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i><i></i></div>
</div>
<p class="problem" id="problem" role="alert"></p>
<div class="actions">
<button class="primary" type="submit" id="sign" disabled><span>Tanda tangani</span></button>
<button class="quiet" type="button" id="reject" disabled>Tolak</button>
</div>
<p class="consent" id="consent">Dengan menandatangani, Anda menyetujui isi ${many ? 'semua dokumen ini' : 'dokumen ini'}.</p>
</form>
<details class="sandbox">
<summary>Kotak pasir: PIN untuk uji coba</summary>
<p>Enam angka apa pun menandatangani, kecuali:</p>
<dl>
${SENTINELS.map(({ pin, effect }) => `<div><dt>${pin}</dt><dd>${escapeHtml(effect)}</dd></div>`).join('\n')}
</dl>
</details>
</aside>
</main>
<section class="done" id="done" tabindex="-1" hidden>
<div class="ended-card">
<svg class="tick" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="30"/><path d="m20 33 8 8 16-18"/></svg>
<h2 id="done-title"></h2>
<p id="done-text"></p>
</div>
</section>
<dialog id="reject-dialog" aria-labelledby="reject-title">
<form method="dialog">
<h2 id="reject-title">Tolak ${many ? 'semua dokumen' : 'dokumen'} ini?</h2>
<p>Dokumen yang ditolak tidak dapat ditandatangani lagi.</p>
<label for="reason">Alasan (boleh kosong)</label>
<textarea id="reason" rows="3" maxlength="500"></textarea>
<div class="dialog-actions">
<button class="quiet" value="no">Kembali</button>
<button class="danger" value="yes">Tolak dokumen</button>
</div>
</form>
</dialog>
</div>
<noscript><p class="noscript">Halaman ini memerlukan JavaScript.</p></noscript>`,
    '<script type="module" src="/esign/assets/sign.js"></script>\n',
  )
}

function tab(title: string, index: number): string {
  const first = index === 0
  return `<button role="tab" type="button" id="tab-${index}" aria-controls="panel-${index}" aria-selected="${first}" tabindex="${first ? 0 : -1}">${escapeHtml(title)}</button>`
}

function panel(index: number): string {
  return `<div class="pages" role="tabpanel" id="panel-${index}" aria-labelledby="tab-${index}" tabindex="0"${index === 0 ? '' : ' hidden'}></div>`
}

/** Turns "perjanjian-pendanaan.pdf" into "perjanjian pendanaan". */
function titleOf(fileName: string): string {
  return fileName.replace(/\.pdf$/i, '').replace(/[-_]+/g, ' ')
}
