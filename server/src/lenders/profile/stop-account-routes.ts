import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import type { Config } from '../../platform/settings/config.ts'
import { consume } from '../../platform/rate-limit/rate-limit.ts'
import { stopBucket } from '../auth/index.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { stopPath } from '../notifications/index.ts'
import { readStopLink, type StopLink, stopAccount } from './stop-account.ts'

type KeyQuery = { Querystring: { key?: string } }

/**
 * The page behind the link in a message about a changed contact or bank account. Opening it changes nothing, because
 * scanners of mail open every link; its button stops the account, without a login.
 */
export async function callbacks(app: FastifyInstance, context: Context): Promise<void> {
  const { config } = context
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 }, (_, body, done) =>
      done(null, body),
    )
    scope.addHook('onRequest', async ({ ip }) => consume(context.db, [stopBucket(config, ip)]))
    scope.get<KeyQuery>(
      stopPath,
      { config: { operationId: 'openStopAccount' } },
      async ({ query: { key = '' } }, reply) => {
        const link = await readStopLink(context, key)
        return answer(reply, config, link, link === 'READY' ? question(key) : told(config, link))
      },
    )
    scope.post<KeyQuery>(
      stopPath,
      { config: { operationId: 'stopAccount' } },
      async ({ query: { key = '' }, id, ip }, reply) => {
        const link = await stopAccount(context, key, { requestId: id, source: ip })
        return answer(reply, config, link, told(config, link))
      },
    )
  })
}

const question = (key: string): string => `<h1>Hentikan akun Anda?</h1>
<p>Tekan tombol ini jika bukan Anda yang meminta perubahan itu.</p>
<ul><li>Penarikan dana tidak dapat dilakukan, dan penarikan yang belum dikirim ke bank ditahan.</li>
<li>Tidak ada yang dapat masuk ke akun Anda.</li>
<li>Dana dan pinjaman yang sudah Anda danai tetap aman dan berjalan.</li></ul>
<p>Akun Anda aktif kembali setelah kami memeriksa identitas Anda.</p>
<form method="post" action="${stopPath}?key=${escapeHtml(key)}"><button>Hentikan akun saya</button></form>`

const told = (config: Config, link: StopLink): string =>
  link === 'GONE'
    ? `<h1>Tautan ini sudah tidak berlaku</h1>
<p>Jika bukan Anda yang mengubah data akun Anda, segera hubungi kami.</p>${helpOf(config)}`
    : `<h1>Permintaan Anda sudah kami terima</h1>
<p>Akun Anda dihentikan: penarikan dana tidak dapat dilakukan dan semua sesi diakhiri. Tautan ini hanya dapat dipakai sekali.</p>
<p>Hubungi kami untuk memeriksa perubahan itu dan mengaktifkan kembali akun Anda.</p>${helpOf(config)}`

function helpOf({ HELP_PHONE, HELP_EMAIL }: Config): string {
  const ways = [HELP_PHONE, HELP_EMAIL].filter((one) => one !== null)
  return ways.length === 0
    ? ''
    : `\n<p>Bantuan: <strong>${ways.map(escapeHtml).join('</strong> atau <strong>')}</strong></p>`
}

const style = `body{margin:0;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;background:#f3f5f4;color:#1b2420}
main{box-sizing:border-box;max-width:34rem;margin:0 auto;padding:1.5rem}
.sheet{background:#fff;border:1px solid #dde3e0;border-radius:8px;padding:1.5rem}
header{font-weight:600;color:#0b6b4f;margin:0 0 1rem}
h1{font-size:1.375rem;line-height:1.3;margin:0 0 .75rem}ul{padding-left:1.25rem}li{margin:.25rem 0}
button{font:inherit;font-weight:600;min-height:44px;width:100%;padding:.625rem 1.25rem;border:0;border-radius:8px;background:#9a3412;color:#fff;cursor:pointer}
button:focus-visible{outline:3px solid #0b6b4f;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#101714;color:#e4ebe7}.sheet{background:#18211d;border-color:#2c3a34}header{color:#5cc9a0}
button{background:#fdba74;color:#1b1009}button:focus-visible{outline-color:#5cc9a0}}`
const styleHash = createHash('sha256').update(style).digest('base64')

function answer(reply: FastifyReply, config: Config, link: StopLink, body: string): FastifyReply {
  return reply
    .status(link === 'GONE' ? 404 : 200)
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>Hentikan akun</title><style>${style}</style></head><body><main>
<header>${escapeHtml(config.OPERATOR_NAME)}</header>
<div class="sheet">${body}</div>
</main></body></html>
`)
}
