-- Nothing reads it; answers under keys are kept for good and found by their key.
drop index idempotency_age;
