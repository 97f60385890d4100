import { readFileSync } from 'node:fs'
import { archivingFile, repositoryFile, restoreFile } from './backup/configuration.ts'
import { certificateFilesIn } from './certificates.ts'
import {
  applicationFile,
  databaseRouterFile,
  databaseUrl,
  etcdFile,
  kernelFile,
  patroniFile,
  webRouterFile,
} from './configuration.ts'
import { archiveAgain, backupList } from './database-programs.ts'
import { type Layout, type Node, nodesOf } from './layout.ts'
import type { Secrets } from './secrets.ts'
import { fillTemplate } from './template.ts'

/** Where Debian's packages keep the files of a database node. */
const debianFolders = {
  etcd: '/var/lib/etcd/pematang',
  postgres: '/var/lib/postgresql/15/pematang',
  sockets: '/var/run/postgresql',
  passwordFile: '/var/lib/postgresql/.pgpass-pematang',
  backupConfig: '/etc/pgbackrest/pgbackrest.conf',
  archiveAgain: '/usr/local/lib/pematang/archive-again.sh',
  certificate: certificateFilesIn('/etc/pematang/tls'),
  etcdKey: '/etc/pematang/tls/etcd.key',
}

const backupFiles = {
  config: debianFolders.backupConfig,
  logs: '/var/log/pgbackrest',
  locks: '/run/postgresql/pgbackrest',
  certificate: debianFolders.certificate,
}

/** The certificate for browsers with its chain and key, which the operator adds to the folder of the load balancer. */
const webCertificate = '/etc/pematang/tls/web.pem'

/**
 * What the operator fills in, and the files that they place on an application node. In production nothing starts while
 * a setting is empty.
 */
const places = {
  origin: '',
  auditKeyFile: '/etc/pematang/audit-keys',
  dataKeyFile: '/etc/pematang/data-keys',
  certificateFile: '/etc/pematang/platform-certificate.pem',
  keyFile: '/etc/pematang/platform-key.pem',
  tlsFolder: '/etc/pematang/tls',
  esignUrl: '',
  esignKey: '',
  esignSecret: '',
}

/** A file that `render` writes for a node. */
export type NodeFile = { node: Node; name: string; text: string }

/** The files of every node, without certificates. */
export function nodeFiles(layout: Layout, secrets: Secrets): NodeFile[] {
  const { databases, applications, router, backup } = layout
  return [
    ...databases.flatMap((node) => databaseFiles(layout, node, secrets)),
    ...backupHostFiles(layout, secrets),
    ...applications.flatMap((node) => applicationFiles(layout, node, secrets)),
    {
      node: router,
      name: 'haproxy.cfg',
      text: webRouterFile(layout, webCertificate, debianFolders.certificate),
    },
    { node: backup, name: '60-pematang.conf', text: kernelFile() },
    { node: router, name: '60-pematang.conf', text: kernelFile() },
    ...nodesOf(layout).map((one) => journalFile(backup, one)),
    ...databases.slice(0, 1).map((node) => ({ node, name: 'logins.sql', text: loginsOf(secrets) })),
  ]
}

function databaseFiles(layout: Layout, node: Node, secrets: Secrets): NodeFile[] {
  const { postgres: data, sockets } = debianFolders
  const safety = { dcs: 'etcd', synchronous: true } as const
  const options = { safety, sharedBuffers: '1GB', walKeepSize: '8GB' }
  const repository = { data, sockets, repositoryConfig: backupFiles.config }
  return [
    { node, name: 'etcd.env', text: etcdFile(layout, node, secrets, debianFolders) },
    { node, name: 'patroni.yml', text: patroniFile(layout, node, secrets, debianFolders, options) },
    { node, name: 'archive-again.sh', text: readFileSync(archiveAgain, 'utf8') },
    { node, name: 'pgbackrest.conf', text: archivingFile(layout, node, backupFiles, repository) },
    { node, name: '60-pematang.conf', text: kernelFile() },
  ]
}

/** Each node sends its journal to the backup host, which keeps them. */
function journalFile(receiver: Node, node: Node): NodeFile {
  const { authority, certificate } = debianFolders.certificate
  if (node === receiver) {
    const text = fillTemplate('haproxy-journal.cfg', { address: node.address, authority, certificate })
    return { node, name: 'haproxy.cfg', text }
  }
  const values = { node: node.name, receiver: receiver.address, authority, certificate }
  return { node, name: 'journal-upload.conf', text: fillTemplate('journal-upload.conf', values) }
}

function backupHostFiles(layout: Layout, secrets: Secrets): NodeFile[] {
  const { postgres: data, sockets, backupConfig: config } = debianFolders
  const databases = layout.databases.map((node) => ({ ...node, data, sockets, config }))
  const repository = { ...backupFiles, repository: '/var/lib/pgbackrest' }
  const node = layout.backup
  return [
    { node, name: 'pgbackrest.conf', text: repositoryFile(layout, databases, secrets, repository) },
    { node, name: 'restore.conf', text: restoreFile(secrets, repository) },
    { node, name: 'backup-list', text: readFileSync(backupList, 'utf8') },
  ]
}

function applicationFiles(layout: Layout, node: Node, secrets: Secrets): NodeFile[] {
  const { authority } = debianFolders.certificate
  const login = { login: 'pematang_owner', password: secrets.ownerPassword, database: 'pematang' }
  const owner = databaseUrl(layout, login, authority)
  const settings = applicationFile(layout, node, secrets, places, authority)
  return [
    { node, name: 'haproxy.cfg', text: databaseRouterFile(layout, authority) },
    { node, name: 'app.env', text: settings + fillTemplate('providers.env', {}) },
    { node, name: 'data-keys', text: `# Key of personal data first\nfirst ${secrets.dataKey}\n` },
    { node, name: 'owner.env', text: `# For the migration alone.\nDATABASE_OWNER_URL=${owner}\n` },
    { node, name: '60-pematang.conf', text: kernelFile() },
  ]
}

/** The SQL statements that a DBA runs once on the first primary. */
const loginsOf = ({ ownerPassword, webPassword }: Secrets): string =>
  `create role pematang_owner login password '${ownerPassword}';
create role pematang_app nologin;
create role pematang_web login password '${webPassword}' in role pematang_app;
create database pematang owner pematang_owner;
`
