import { personRules } from './console-people.ts'
import { sessions, type TestedSabotage, tests } from './tested.ts'

const passkeys = 'server/src/staff/passkeys'

const sessionRules: readonly TestedSabotage[] = [
  {
    name: 'session-without-idle-time',
    fault: 'a session that nobody uses goes on',
    file: `${sessions}/store.ts`,
    find: 't.seen_at > app_now() - make_interval(secs => $2)',
    replace: '$2 > 0',
    test: tests.passkeys,
  },
  {
    name: 'session-without-total-time',
    fault: 'a session that is used goes on after eight hours',
    file: `${sessions}/store.ts`,
    find: 't.ended_at is null and t.ends_at > app_now()',
    replace: 't.ended_at is null',
    test: tests.passkeys,
  },
  {
    name: 'ended-session-lives',
    fault: 'a session that was ended goes on',
    file: `${sessions}/store.ts`,
    find: 't.ended_at is null and t.ends_at > app_now()',
    replace: 't.ends_at > app_now()',
    test: tests.passkeys,
  },
  {
    name: 'timer-extends-session',
    fault: 'a page that asks by itself keeps a session alive',
    file: `${sessions}/authenticate.ts`,
    find: 'session.stale && !unattended',
    replace: 'session.stale',
    test: tests.passkeys,
  },
  {
    name: 'network-open',
    fault: 'the console answers to networks that the setting does not name',
    file: 'server/src/main/console-app.ts',
    find: "if (isHealth(request) || networks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return done()",
    replace:
      "if (isHealth(request) || networks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4') || ip !== '') return done()",
    test: tests.passkeys,
  },
  {
    name: 'foreign-page-calls',
    fault: 'another page than the console’s changes something with its cookie',
    file: 'server/src/main/console-app.ts',
    find: 'done(reads || request.headers.origin === origin ?',
    replace: 'done(reads || origin !== request.url ?',
    test: tests.passkeys,
  },
]

const challengeRules: readonly TestedSabotage[] = [
  {
    name: 'challenge-for-any-purpose',
    fault: 'what was signed for a login decides, and the reverse',
    file: `${passkeys}/challenges.ts`,
    find: 'purpose = $2 and staff_id is not distinct from $3\n        and subject is not distinct from $4',
    replace: "$2::text <> '' and coalesce(staff_id = $3, true) and coalesce(subject = $4, true)",
    test: tests.deciding,
  },
  {
    name: 'challenge-for-any-person',
    fault: 'a signature for the challenge of another person is taken',
    file: `${passkeys}/challenges.ts`,
    find: 'staff_id is not distinct from $3',
    replace: 'coalesce($3::integer, 0) >= 0',
    test: tests.deciding,
  },
  {
    name: 'challenge-for-any-proposals',
    fault: 'a signature for one proposal decides another',
    file: `${passkeys}/challenges.ts`,
    find: 'subject is not distinct from $4',
    replace: "coalesce($4::bytea, '') is not null",
    test: tests.deciding,
  },
  {
    name: 'challenge-taken-twice',
    fault: 'a signature is replayed',
    file: `${passkeys}/challenges.ts`,
    find: '`delete from staff_challenge\n',
    replace: '`update staff_challenge set purpose = purpose\n',
    test: tests.passkeys,
  },
  {
    name: 'challenge-without-end',
    fault: 'a challenge is answered after its five minutes',
    file: `${passkeys}/challenges.ts`,
    find: 'and subject is not distinct from $4 and expires_at > app_now()',
    replace: 'and subject is not distinct from $4',
    test: tests.passkeys,
  },
  {
    name: 'passkey-of-another',
    fault: 'a person decides with the passkey of another',
    file: `${passkeys}/verify.ts`,
    find: 'purpose.staffId !== null && passkey.staffId !== purpose.staffId',
    replace: 'purpose.staffId === 0',
    test: tests.deciding,
  },
  {
    name: 'passkey-of-any-origin',
    fault: 'what a foreign page had signed is taken',
    file: 'server/src/platform/passkeys/verify.ts',
    find: 'expectedOrigin: party.origin,\n      expectedRPID: idOf(party),\n      credential',
    replace:
      "expectedOrigin: [party.origin, 'http://localhost.evil.example'],\n      expectedRPID: idOf(party),\n      credential",
    test: tests.passkeys,
  },
  {
    name: 'passkey-of-any-host',
    fault: 'what was signed for another relying party is taken',
    file: 'server/src/platform/passkeys/verify.ts',
    find: 'expectedRPID: idOf(party),\n      credential',
    replace: "expectedRPID: [idOf(party), 'evil.example'],\n      credential",
    test: tests.passkeys,
  },
  {
    name: 'user-not-verified',
    fault: 'a device that has not checked who uses it logs in',
    file: 'server/src/platform/passkeys/verify.ts',
    find: "requireUserVerification: true,\n    }),\n  )\n  if (!verified) throw new Refusal('PASSKEY_INVALID')\n  return authenticationInfo",
    replace:
      "requireUserVerification: false,\n    }),\n  )\n  if (!verified) throw new Refusal('PASSKEY_INVALID')\n  return authenticationInfo",
    test: tests.passkeys,
  },
  {
    name: 'passkey-made-unverified',
    fault: 'a passkey is registered by a device that has not checked who uses it',
    file: 'server/src/platform/passkeys/verify.ts',
    find: 'requireUserVerification: true,\n      supportedAlgorithmIDs',
    replace: 'requireUserVerification: false,\n      supportedAlgorithmIDs',
    test: tests.passkeys,
  },
  {
    name: 'copied-passkey-at-once',
    fault: 'a passkey and its copy both log in at the same moment',
    file: `${passkeys}/store.ts`,
    find: 'counter < $2 or (counter = 0 and $2 = 0)',
    replace: 'counter <= $2',
    test: tests.atOnce,
  },
]

export const consoleSabotages: readonly TestedSabotage[] = [
  ...sessionRules,
  ...challengeRules,
  ...personRules,
]
