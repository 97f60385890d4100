import type { CertificateFiles } from '../certificates.ts'
import type { Layout, Node } from '../layout.ts'
import type { Secrets } from '../secrets.ts'
import { fillTemplate } from '../template.ts'

/** The files of pgBackRest on a node. */
export type BackupFiles = {
  config: string
  logs: string
  locks: string
  certificate: CertificateFiles
}

/** pgBackRest's configuration of a database node. */
export const archivingFile = (
  { backup }: Layout,
  node: Node,
  files: BackupFiles,
  {
    data,
    sockets,
    repositoryConfig,
  }: { data: string; sockets: string /** Its file on the backup host. */; repositoryConfig: string },
): string =>
  fillTemplate('pgbackrest-database.conf', {
    node: node.name,
    address: node.address,
    backup: backup.address,
    configFile: repositoryConfig,
    ...files.certificate,
    logs: files.logs,
    locks: files.locks,
    data,
    sockets,
  })

/** What the backup host knows of a database node. */
export type CopiedNode = Node & { data: string; config: string; sockets: string }

/** pgBackRest's configuration of the backup host. */
export const repositoryFile = (
  { backup }: Layout,
  databases: readonly CopiedNode[],
  { backupPassphrase }: Pick<Secrets, 'backupPassphrase'>,
  files: BackupFiles & { repository: string },
): string =>
  fillTemplate('pgbackrest-repository.conf', {
    address: backup.address,
    repository: files.repository,
    passphrase: backupPassphrase,
    ...files.certificate,
    clients: databases.map(({ name }) => `tls-server-auth=${name}=pematang`).join('\n'),
    logs: files.logs,
    locks: files.locks,
    databases: databases.map((one, place) => copied(one, `pg${place + 1}`, files.certificate)).join('\n'),
  })

/** The configuration with which backups are read where no database runs. */
export const restoreFile = (
  { backupPassphrase }: Pick<Secrets, 'backupPassphrase'>,
  { repository, logs, locks }: Pick<BackupFiles, 'logs' | 'locks'> & { repository: string },
): string =>
  fillTemplate('pgbackrest-restore.conf', { repository, passphrase: backupPassphrase, logs, locks })

const copied = (
  { address, data, config, sockets }: CopiedNode,
  pg: string,
  { authority, certificate, key }: CertificateFiles,
): string =>
  [
    `${pg}-host=${address}`,
    `${pg}-host-type=tls`,
    `${pg}-host-config=${config}`,
    `${pg}-host-ca-file=${authority}`,
    `${pg}-host-cert-file=${certificate}`,
    `${pg}-host-key-file=${key}`,
    `${pg}-path=${data}`,
    `${pg}-socket-path=${sockets}`,
  ].join('\n')
