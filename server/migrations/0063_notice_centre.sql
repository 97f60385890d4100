-- The centre of notices reads each category from the newest on, all of it or only what is unread. Old notices are found by
-- their age: rows come in the order of their time.
drop index notice_newest;
create index notice_category on notice (lender_id, category, created_at desc, id desc);
create index notice_unread on notice (lender_id, category, created_at desc, id desc) where read_at is null;
create index notice_age on notice using brin (created_at);
