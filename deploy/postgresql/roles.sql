-- Two roles, for psql as a superuser: turnpike_owner owns the tables and migrates them, and turnpike_gateway, the role of
-- the gateways, reads and writes rows. Set their passwords afterwards: \password turnpike_owner
CREATE ROLE turnpike_owner LOGIN;
CREATE ROLE turnpike_gateway LOGIN;
CREATE DATABASE turnpike OWNER turnpike_owner;
\connect turnpike
REVOKE ALL ON DATABASE turnpike FROM PUBLIC;
GRANT CONNECT ON DATABASE turnpike TO turnpike_gateway;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO turnpike_owner;
GRANT USAGE ON SCHEMA public TO turnpike_gateway;
ALTER DEFAULT PRIVILEGES FOR ROLE turnpike_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO turnpike_gateway;
ALTER DEFAULT PRIVILEGES FOR ROLE turnpike_owner IN SCHEMA public
  GRANT USAGE ON SEQUENCES TO turnpike_gateway;
