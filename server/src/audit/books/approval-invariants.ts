import type { Invariant } from './invariant.ts'

/** Entries that were retired are not asked for. */
const kept = `coalesce((select max(audit_time_of(end_id)) from audit_retirement), '-infinity')`

/**
 * Between the start of a transaction, which is the time of its entry, and its reading of the rule, the rule may have
 * been lifted, or another transaction of the same run may have noted that it has no second pair.
 */
const tolerance = `interval '30 seconds'`

/** The sum of a proposal p, with what its maker had done in the 24 hours before, of any command. */
const withDay = `
  select coalesce(p.amount, 0) + coalesce(sum(o.amount), 0) as sum from proposal o
   where o.maker = p.maker and o.ended = 'DONE' and o.number <> p.number
     and o.ended_at < p.ended_at and o.ended_at > p.ended_at - interval '24 hours'`

/**
 * How many had to agree to a proposal that is done: by the rule that was in force when it ended, and with what its maker
 * had done in the 24 hours before. What ends a proposal, a rule and the rights of a person have their times from one
 * lock, so they are compared without tolerance.
 */
const done = `
  done as (
    select p.*, coalesce(case when s.sum >= r.large_from then r.large_deciders else nullif(r.deciders, 0) end, 1) as needed
      from proposal p
      cross join lateral (${withDay}) s
      left join lateral (
        select * from approval_rule r where r.operation = p.operation and r.at <= p.ended_at
         order by r.version desc limit 1) r on true
     where p.ended = 'DONE'
  )`

/** The agreements that count: of another person than the maker, who could decide then, with an entry of their own. */
const agreed = `
  select count(*) from proposal_decision d
   where d.proposal = p.number and d.verdict = 'AGREED' and d.staff_id <> p.maker
     and d.at between p.at and p.until + ${tolerance}
     and (select r.rights @> array['DECIDE'] from staff_rights r where r.staff_id = d.staff_id and r.at <= d.at
            order by r.version desc limit 1)
     and (d.at < ${kept} or exists (
       select from audit_event e where e.operation = 'decideProposal' and e.subject = 'proposal:' || p.number
          and e.actor = 'operator:staff-' || d.staff_id and e.outcome = 'done' and e.at <= d.at))`

/** What a rule asks a second pair of eyes for has its decisions, from the audit trail. */
export const approvalInvariants: readonly Invariant[] = [
  {
    id: 'I54',
    holds:
      'each entry of an operator by a command for which a rule asked for a second pair names a proposal of it that was done in its transaction, or a file that as many had accepted before, or a run without a second pair that is noted',
    sql: `
      select e.id, e.operation, e.actor from audit_event e
      cross join lateral (
        select * from approval_rule r where r.operation = e.operation and r.at <= e.at order by r.version desc limit 1) r
       where e.operation in (select operation from approval_rule) and e.at >= (select min(at) from approval_rule)
         and e.actor like 'operator:%' and e.outcome = 'done' and r.deciders > 0
         and not exists (select from approval_rule l where l.operation = e.operation and l.deciders = 0
                            and l.at between e.at and e.at + ${tolerance})
         and not exists (
           select from proposal p where p.number = (e.detail #>> '{authority,proposal}')::bigint and p.ended = 'DONE'
              and case when p.operation = e.operation then p.ended_at between e.at and e.at + interval '1 hour'
                       else p.operation = 'acceptFile' and e.at > p.ended_at - ${tolerance}
                            and e.at < p.ended_at + (p.until - p.at)
                            and (select count(*) from proposal_decision d
                                  where d.proposal = p.number and d.verdict = 'AGREED' and d.staff_id <> p.maker)
                                >= case when (${withDay}) >= r.large_from then r.large_deciders else r.deciders end end)
         and not exists (
           select from break_glass b where b.run::text = e.detail #>> '{authority,breakGlass}'
              and 'operator:' || b.operator = e.actor and b.at <= e.at + ${tolerance})`,
  },
  {
    id: 'I54b',
    holds:
      'each proposal that is done was agreed to by as many people as the rule of that time asked for, none of them its maker, who could decide then and have an entry each; its maker could propose, and its command ran once',
    sql: `
      with ${done}
      select p.number, p.operation, p.needed from done p
       where p.needed > (${agreed})
          or not coalesce((select r.rights @> array['WORK'] from staff_rights r where r.staff_id = p.maker and r.at <= p.ended_at
                            order by r.version desc limit 1), false)
          or p.ended_at >= ${kept} + interval '1 hour' and 1 <> (
            select count(*) from audit_event e where e.operation = p.operation and e.outcome = 'done'
               and (e.detail #>> '{authority,proposal}')::bigint = p.number
               and e.at between p.ended_at - interval '1 hour' and p.ended_at)`,
  },
  {
    id: 'I54c',
    holds:
      'each proposal is as its entry in the audit trail says it was made: maker, operation, sum and hash',
    sql: `
      select p.number, p.operation from proposal p
       where p.at >= ${kept} and not exists (
         select from audit_event e where e.operation = 'propose' and e.subject = 'proposal:' || p.number
            and e.at = p.at and e.outcome = 'done'
            and (e.detail ->> 'operation', e.detail ->> 'maker', e.detail ->> 'hash')
                = (p.operation, p.maker::text, encode(p.input_hash, 'hex'))
            and (e.detail ->> 'amount')::bigint is not distinct from p.amount)`,
  },
  {
    id: 'I54d',
    holds:
      'each version of the rights of a person and of a rule has its entry in the audit trail, by a command that may make it',
    sql: `
      select 'staff' as what, r.staff_id, r.version from staff_rights r
       where r.at >= ${kept} and not exists (
         select from audit_event e where e.subject = 'staff:' || r.staff_id and e.outcome = 'done'
            and e.operation in ('addStaff', 'setStaffRights', 'takeStaffRights')
            and e.at between r.at - interval '1 hour' and r.at
            and array(select jsonb_array_elements_text(e.detail -> 'rights')) @> r.rights)
      union all
      select 'staff', staff_id, count(*) from staff_rights r where at >= ${kept} group by staff_id having count(*) > (
        select count(*) from audit_event e where e.subject = 'staff:' || r.staff_id and e.outcome = 'done'
           and e.operation in ('addStaff', 'setStaffRights', 'takeStaffRights'))
      union all
      select 'rule', r.version, r.deciders from approval_rule r
       where r.at >= ${kept} and not exists (
         select from audit_event e where e.subject like 'approval-rule:%' and e.outcome = 'done'
            and e.at between r.at - interval '1 hour' and r.at
            and case e.operation
                  when 'adoptStartingRules' then e.actor = 'system' and e.detail -> 'operations' ? r.operation
                       and (e.detail ->> 'deciders')::integer = r.deciders
                  when 'setApprovalRules' then e.detail -> 'rules' @> jsonb_build_array(
                       jsonb_build_object('operation', r.operation, 'deciders', r.deciders, 'largeFrom', r.large_from,
                                          'largeDeciders', r.large_deciders)) end)`,
  },
  {
    id: 'I54e',
    holds:
      'each passkey of staff has its entry in the audit trail, by its person with a link or a session of theirs',
    sql: `
      select k.staff_id, left(k.id, 12) as id from staff_passkey k
       where k.added_at >= ${kept} and not exists (
         select from audit_event e where e.subject = 'staff:' || k.staff_id and e.actor = 'operator:staff-' || k.staff_id
            and e.operation in ('acceptInvitation', 'addPasskey') and e.outcome = 'done'
            and e.detail ->> 'key' = encode(sha256(k.public_key), 'hex'))`,
  },
]
