import { escapeHtml } from '../../../platform/text/escape-html.ts'

/** A notice within a message; each field is plain text on one line. */
export type Part = { title: string; message: string; lines: string[]; url: string; isWarning: boolean }

export type Letter = {
  greeting: string
  parts: Part[]
  /** Where the account can be stopped; null in a message that does not offer it. */
  stopUrl: string | null
  /** The formatted number of further notices. */
  more: string | null
  operator: string
  footer: string
  centreUrl: string
  preferencesUrl: string
}

/** The sentence before the link that stops the account. */
export const stopSentence =
  'Bukan Anda? Hentikan akun Anda sekarang juga, juga dari alamat yang lama: penarikan dana tidak dapat dilakukan sampai kami menghubungi Anda.'

/** Escapes a sentence, and keeps a loan number on one line: a phone would break it at its hyphen. */
const sentence = (words: string): string =>
  escapeHtml(words).replaceAll(/\S+/g, (word) =>
    word.includes('-') ? `<span style="display:inline-block">${word}</span>` : word,
  )

const text = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1b2420'
const link = 'color:#0b6b4f'

/** The e-mail as HTML: one column, inline styles, no pictures, nothing loaded from elsewhere. */
export function htmlOf({
  greeting,
  parts,
  stopUrl,
  more,
  operator,
  footer,
  centreUrl,
  preferencesUrl,
}: Letter): string {
  const stop =
    stopUrl !== null
      ? `<p style="margin:0 0 16px">${escapeHtml(stopSentence)}<br>
<a style="color:#9a3412;font-weight:600" href="${escapeHtml(stopUrl)}">Hentikan akun saya</a></p>`
      : ''
  const rest =
    more !== null
      ? `<p style="margin:0 0 16px"><a style="${link}" href="${escapeHtml(centreUrl)}">Masih ada ${more} notifikasi lain</a></p>`
      : ''
  return `<!doctype html>
<html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><title>${escapeHtml(operator)}</title></head>
<body style="margin:0;background:#f3f5f4">
<div style="${text};max-width:560px;margin:0 auto;padding:24px 16px;font-size:16px;line-height:1.5">
<p style="margin:0 0 16px;font-weight:600;color:#0b6b4f">${escapeHtml(operator)}</p>
<div style="background:#fff;border:1px solid #dde3e0;border-radius:8px;padding:24px 24px 8px">
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
${parts.map(partOf).join('\n')}
${stop}${rest}</div>
<p style="margin:16px 0 0;font-size:13px;color:#55605b">${escapeHtml(footer)}<br>
<a style="${link}" href="${escapeHtml(preferencesUrl)}">Atur notifikasi</a></p>
</div>
</body></html>
`
}

function partOf({ title, message, lines, url, isWarning }: Part): string {
  const list =
    lines.length > 0
      ? `<ul style="margin:0 0 8px;padding:0 0 0 20px">${lines.map((line) => `<li>${sentence(line)}</li>`).join('')}</ul>`
      : ''
  return `<div style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid ${isWarning ? '#b45309' : '#0b6b4f'}">
<h2 style="margin:0;font-size:16px">${escapeHtml(title)}</h2>
<p style="margin:4px 0 8px">${sentence(message)}</p>
${list}<p style="margin:0"><a style="${link}" href="${escapeHtml(url)}">Lihat</a></p>
</div>`
}
