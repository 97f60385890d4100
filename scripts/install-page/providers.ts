import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:https'
import path from 'node:path'
import { startSandbox } from '../../server/src/outside/testing/sandbox-process.ts'
import { keepBanks } from '../start/banks.ts'

const key = 'a-key-of-sixteen-characters'

/** The sandbox behind TLS, and the settings and files with which an installation calls it. */
export async function startProviders(
  etc: string,
  tls: { certificate: string; key: string },
  ports: { sandbox: number; tls: number },
): Promise<{ settings: Record<string, string>; stop: () => Promise<void> }> {
  const banks = keepBanks(etc, ports.sandbox)
  const sandbox = await startSandbox({
    ...{ ESIGN_API_KEY: key, XIGNATURE_API_KEY: key, SANDBOX_SMS_KEY: key },
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_BANKS_FILE: banks.sandbox,
  })
  const address = `https://localhost:${ports.tls}`
  const file = JSON.parse(readFileSync(banks.app, 'utf8')) as { banks: { outbound: { baseUrl: string } }[] }
  for (const { outbound } of file.banks)
    outbound.baseUrl = outbound.baseUrl.replace(/^http:\/\/[^/]+/, address)
  writeFileSync(path.join(etc, 'banks.json'), JSON.stringify(file), { mode: 0o600 })
  copyFileSync(sandbox.trust.signers, path.join(etc, 'signers.pem'))
  copyFileSync(sandbox.trust.timestamps, path.join(etc, 'timestamps.pem'))
  const proxy = createServer(
    { cert: readFileSync(tls.certificate), key: readFileSync(tls.key) },
    (asked, answer) => {
      const { method, url, headers } = asked
      const on = httpRequest(
        { port: ports.sandbox, host: '127.0.0.1', method, path: url, headers },
        (given) => {
          answer.writeHead(given.statusCode ?? 502, given.headers)
          given.pipe(answer)
        },
      )
      asked.pipe(on)
    },
  ).listen(ports.tls, '127.0.0.1')
  return {
    settings: {
      ...{ ESIGN_PROVIDER: 'gateway', ESIGN_BASE_URL: address, ESIGN_API_KEY: key },
      ESIGN_CALLBACK_SECRET: 'a-secret-of-thirty-two-characters',
      ...{ XIGNATURE_BASE_URL: address, XIGNATURE_API_KEY: key, TIMESTAMP_URL: `${address}/tsa` },
      ...{ SMS_URL: `${address}/sms/v1/messages`, SMS_API_KEY: key, SMTP_URL: 'none' },
    },
    async stop() {
      proxy.close()
      proxy.closeAllConnections()
      await sandbox.stop()
    },
  }
}
