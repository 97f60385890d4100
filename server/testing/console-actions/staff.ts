import { creditTopUp } from '../../src/cash/index.ts'
import { perform } from '../../src/platform/commands/perform.ts'
import { aPerson, aRule } from '../staff.ts'
import { type ActionStage, type Fills, newName, reason } from './stage.ts'

const rightsOf =
  ({ read }: ActionStage, name: string) =>
  () =>
    read(
      `select r.rights from staff s join staff_rights r on r.staff_id = s.id
        where s.name = $1 order by r.version desc limit 1`,
      name,
    )

/** A run of the command line without a second pair. @returns its number */
async function glassBroken({ fixture, context, read, lender }: ActionStage): Promise<string> {
  const name = newName('Sari')
  await aPerson(fixture, name, 'LOOK', 'WORK')
  const lenderId = Number(await lender())
  await aRule(fixture, 'creditTopUp')
  const authority = { breakGlass: context.random.uuid(), reason: 'bank tutup' }
  const input = {
    ...{ bank: 'BNI' as const, paymentRequestId: newName('MALAM'), amount: 5_000 },
    ...{ lenderId, reason },
  }
  await perform(context, creditTopUp, { actor: { kind: 'operator', name, authority }, input })
  await aRule(fixture, 'creditTopUp', { deciders: 0 })
  const [row] = (await read('select max(number) as number from break_glass')) as { number: number }[]
  return String(row?.number)
}

export const staffForms: Fills = {
  async addStaff(stage) {
    const name = newName('Wati')
    const input = { name, email: `${name}@contoh.example`, rights: 'LOOK,WORK' }
    return { input, effect: rightsOf(stage, name), done: [{ rights: ['LOOK', 'WORK'] }] }
  },
  async inviteStaff({ fixture, read }) {
    const name = newName('Gani')
    const id = await aPerson(fixture, name, 'LOOK')
    const text = `select payload ->> 'staffId' as staff from job where kind = 'staff.invite' and payload ->> 'staffId' = $1`
    return {
      input: { name, reason },
      effect: () => read(text, String(id)),
      done: [{ staff: String(id) }],
    }
  },
  async setStaffRights(stage) {
    const name = newName('Rudi')
    await aPerson(stage.fixture, name, 'LOOK')
    const input = { name, rights: 'LOOK,WORK,DECIDE', reason }
    return { input, effect: rightsOf(stage, name), done: [{ rights: ['LOOK', 'WORK', 'DECIDE'] }] }
  },
  async takeStaffRights(stage) {
    const name = newName('Rini')
    await aPerson(stage.fixture, name, 'LOOK', 'WORK')
    const input = { name, rights: 'WORK', reason }
    return { input, effect: rightsOf(stage, name), done: [{ rights: ['LOOK'] }] }
  },
  async setApprovalRules({ read }) {
    const input = { operation: 'acceptLateEntry', deciders: '1', hours: '48', reason }
    const text = `select deciders, hours from approval_rule where operation = 'acceptLateEntry' order by version desc limit 1`
    return { input, effect: () => read(text), done: [{ deciders: 1, hours: 48 }] }
  },
  async lookAtBreakGlass(stage) {
    const number = await glassBroken(stage)
    const text = `select s.name from break_glass b join staff s on s.id = b.looked_by where b.number = $1`
    return { input: { number }, effect: () => stage.read(text, number), done: [{ name: 'Maya' }] }
  },
}
