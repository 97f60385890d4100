import { randomBytes } from 'node:crypto'

/** Passwords of one cluster, generated when it is set up. */
export type Secrets = {
  etcdToken: string
  apiPassword: string
  superuserPassword: string
  replicationPassword: string
  rewindPassword: string
  ownerPassword: string
  webPassword: string
  /** Encrypts the backups. */
  backupPassphrase: string
  /** Encrypts personal data in the database. */
  dataKey: string
}

export function makeSecrets(): Secrets {
  const secret = () => randomBytes(24).toString('hex')
  return {
    etcdToken: secret(),
    apiPassword: secret(),
    superuserPassword: secret(),
    replicationPassword: secret(),
    rewindPassword: secret(),
    ownerPassword: secret(),
    webPassword: secret(),
    backupPassphrase: secret(),
    dataKey: randomBytes(32).toString('base64'),
  }
}
