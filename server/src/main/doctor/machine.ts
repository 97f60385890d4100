import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import { connect } from 'node:tls'
import { checkPrintedSettings, checkTrustFiles, openCertificate } from '../../documents/index.ts'
import { issuerFor, readPlatformCertificate } from '../../documents/signature/platform-certificate.ts'
import { auditKeysOf } from '../../platform/audit/keys.ts'
import { createPersonalData } from '../../platform/db/data-keys.ts'
import { type Config, isSecure } from '../../platform/settings/config.ts'
import { securityFiles } from '../make-context.ts'
import { type Check, Wrong } from './check.ts'

const dayMs = 86_400_000
/** The least room on a disk that the app writes to, bytes. */
const leastRoom = 1024 ** 3
const leastDays = { platform: 30, browsers: 14 }

/** What this machine has to have: files, room, and a certificate for browsers in front of the app. */
export const machineChecks = (config: Config, now: Date, timeoutMs: number): Check[] => [
  { name: 'kunci', run: async () => checkKeyFiles(config) },
  { name: 'sertifikat Penyelenggara', run: () => checkSigning(config, now) },
  { name: 'disk', run: () => checkRoom(foldersOf(config)) },
  { name: 'TLS', run: () => checkTls(config, now, timeoutMs) },
]

function checkKeyFiles({ AUDIT_KEY_FILE: auditFile, DATA_KEY_FILE: dataFile }: Config): string {
  const audit = auditKeysOf(auditFile)()
  const data = createPersonalData(dataFile)?.ids
  return `${audit?.length ?? 0} kunci jejak audit, ${data?.length ?? 0} kunci data pribadi`
}

async function checkSigning(config: Config, now: Date): Promise<string> {
  checkTrustFiles(config)
  checkPrintedSettings(config)
  const certificate = readPlatformCertificate(config, await issuerFor(config))()
  return validUntil(openCertificate(certificate).validTo, leastDays.platform, now)
}

function validUntil(end: Date, leastDaysLeft: number, now: Date): string {
  const words = `berlaku sampai ${end.toISOString().slice(0, 10)}`
  if (end.getTime() - now.getTime() < leastDaysLeft * dayMs) throw new Wrong(`${words}: perbarui`)
  return words
}

/** The folders that the app's processes write to. */
const foldersOf = (config: Config): string[] => {
  const { AUDIT_ANCHOR_FILE: heads } = config
  const named = [securityFiles(config).folder, heads === null ? null : dirname(heads)]
  return named.filter((folder) => folder !== null)
}

async function checkRoom(folders: readonly string[]): Promise<string> {
  const rooms = await Promise.all(
    folders.map(async (folder) => {
      const there = await nearestExisting(folder)
      await access(there, constants.W_OK)
      const { bavail, bsize } = await statfs(there)
      if (bavail * bsize < leastRoom) throw new Wrong(`ruang kosong untuk ${folder} kurang dari 1 GB`)
      return `${Math.floor((bavail * bsize) / leastRoom)} GB kosong untuk ${folder}`
    }),
  )
  return rooms.join(', ') || 'tidak ada yang ditulis ke disk mesin ini'
}

/** The folder, or the one above it in which it would be made. */
async function nearestExisting(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  return isThere || folder === dirname(folder) ? folder : nearestExisting(dirname(folder))
}

async function checkTls(config: Config, now: Date, timeoutMs: number): Promise<string> {
  const { APP_ORIGIN: origin } = config
  if (!isSecure(config)) return `${origin} tanpa TLS, seperti dalam pengembangan`
  return `${origin} ${validUntil(await certificateEnd(new URL(origin), timeoutMs), leastDays.browsers, now)}`
}

/** The end of the certificate that browsers see at this origin; rejects if they would not trust it. */
function certificateEnd({ hostname, port }: URL, timeoutMs: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      ...(isIP(hostname) === 0 && { servername: hostname }),
      timeout: timeoutMs,
    })
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Wrong('tidak ada jawaban')))
    socket.once('error', reject)
  })
}
