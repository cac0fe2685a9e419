-- Two roles, for psql as a superuser: payments_owner owns the tables and migrates them, and payments_gateway, the role of
-- the gateways, reads and writes rows. Set their passwords afterwards: \password payments_owner
CREATE ROLE payments_owner LOGIN;
CREATE ROLE payments_gateway LOGIN;
CREATE DATABASE turnpike OWNER payments_owner;
\connect turnpike
REVOKE ALL ON DATABASE turnpike FROM PUBLIC;
GRANT CONNECT ON DATABASE turnpike TO payments_gateway;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO payments_owner;
GRANT USAGE ON SCHEMA public TO payments_gateway;
ALTER DEFAULT PRIVILEGES FOR ROLE payments_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO payments_gateway;
ALTER DEFAULT PRIVILEGES FOR ROLE payments_owner IN SCHEMA public
  GRANT USAGE ON SEQUENCES TO payments_gateway;
