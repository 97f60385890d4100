-- Notices by e-mail and SMS. A message gathers notices until it is due, is then closed and sent by a job. It holds neither
-- the address nor the text: both are made when it is sent.
create table notification_message (
  id uuid primary key,
  lender_id bigint not null references lender (id),
  channel text not null check (channel in ('EMAIL', 'SMS')),
  -- The kind of its notices, or DIGEST where an e-mail of a day has all kinds.
  topic text not null,
  -- The business day on which it was begun.
  day date not null default business_day(app_now()),
  due_at timestamptz not null,
  state text not null default 'OPEN'
    check (state in ('OPEN', 'WAITING', 'SENT', 'SKIPPED', 'REFUSED', 'UNKNOWN', 'GAVE_UP')),
  -- Whoever has it may turn off what it is about, without a login.
  unsubscribe_key uuid not null,
  -- When handing it to the gateway was begun and not ended: what was interrupted there may have been sent.
  begun_at timestamptz,
  tries integer not null default 0,
  -- Why it was not sent (yet): a code, no address and no text.
  reason text,
  created_at timestamptz not null default app_now(),
  closed_at timestamptz,
  ended_at timestamptz,
  constraint notification_message_closed check ((state = 'OPEN') = (closed_at is null)),
  constraint notification_message_ended check ((state in ('OPEN', 'WAITING')) = (ended_at is null))
) with (fillfactor = 80);
-- One message at a time takes up notices of a topic, unless each has its own (security).
create unique index notification_message_open on notification_message (lender_id, channel, topic) where state = 'OPEN';
create index notification_message_due on notification_message (due_at) where state = 'OPEN';
create index notification_message_waiting on notification_message (closed_at) where state = 'WAITING';
create index notification_message_failed on notification_message (ended_at) where state in ('REFUSED', 'UNKNOWN', 'GAVE_UP');
create index notification_message_today on notification_message (lender_id, day);
create index notification_message_over on notification_message (ended_at) where ended_at is not null;
create unique index notification_message_unsubscribe on notification_message (unsubscribe_key);

create table notification_message_notice (
  message_id uuid not null references notification_message (id) on delete cascade,
  lender_id bigint not null,
  notice_id uuid not null,
  primary key (message_id, notice_id),
  foreign key (lender_id, notice_id) references notice (lender_id, id) on delete cascade
);
create index notification_message_notice_of on notification_message_notice (lender_id, notice_id);
create index notice_gathering_since on notice (since) where gathering;

-- The next time at which gathered notices are sent, for a time of day in Jakarta.
create function next_notification_time(time_of_day time) returns timestamptz language sql stable as $$
  select case when today > app_now() then today else today + interval '1 day' end
    from (select (business_day(app_now()) + time_of_day) at time zone 'Asia/Jakarta' as today) as one
$$;

-- They have a queue of their own: a mail server that hangs holds up nothing else. The program knows the queues.
alter table job drop constraint job_line_check;
alter table job add constraint job_line_check check (line ~ '^[a-z]{1,20}$');

do $$
declare
  -- The view as the newest migration left it; what waits to be sent is added to it.
  before text := pg_get_viewdef('awaited_job'::regclass);
begin
  execute 'create or replace view awaited_job as ' || rtrim(before, E'; \n') || $union$
    union all
   select 'notifications.send'::text, 'message'::text, jsonb_build_object('messageId', id), closed_at
     from notification_message where state = 'WAITING'$union$;
end $$;
