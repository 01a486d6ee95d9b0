BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE codes (
	code_hash BLOB NOT NULL, 
	table_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	CONSTRAINT pk_codes PRIMARY KEY (code_hash), 
	CONSTRAINT fk_codes_table_id FOREIGN KEY(table_id) REFERENCES tables (table_id)
);
INSERT INTO "codes" VALUES(X'5694D08A2E53FFCAE0C3103E5AD6F6076ABD960EB1F8A56577040BC1028F702B','running000',1,1790000750548);
CREATE TABLE log (
	table_id TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	author INTEGER NOT NULL, 
	"key" TEXT, 
	command TEXT NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (table_id, version), 
	CONSTRAINT fk_log_table_id FOREIGN KEY(table_id) REFERENCES tables (table_id), 
	CONSTRAINT uq_log_table_id_author_key UNIQUE (table_id, author, "key")
)
 WITHOUT ROWID

;
INSERT INTO "log" VALUES('finished00',1,1790000003702,2,NULL,'{"did":"opened","settings":{"game":"oriflamme","edition":"fr","players":3,"kinds":[],"clock":{"kind":"none","seconds":0},"watch":"link","listed":false,"screens":"open","level":"knight","hot_seat":false},"commitment":"4446aa61278a7ab4e9b286f3536d2daf525c658e3c809f28ab9656073d650acb"}');
INSERT INTO "log" VALUES('finished00',2,1790000003702,2,'k3','{"did":"sat","seat":1,"person":2,"name":"Боб"}');
INSERT INTO "log" VALUES('finished00',3,1790000013574,1,'key-004','{"did":"sat","seat":2,"person":1,"name":"Ann"}');
INSERT INTO "log" VALUES('finished00',4,1790000016042,2,'key-005','{"did":"filled","seat":3,"level":"knight"}');
INSERT INTO "log" VALUES('finished00',5,1790000023446,1,'key-008','{"did":"readied","seat":2,"nonce":"00000000000000000000000000000003"}');
INSERT INTO "log" VALUES('finished00',6,1790000025914,2,NULL,'{"did":"readied","seat":1,"nonce":"00000000000000000000000000000004"}');
INSERT INTO "log" VALUES('finished00',7,1790000025914,2,'key-009','{"did":"began"}');
INSERT INTO "log" VALUES('finished00',8,1790000055530,2,'key-018','{"did":"moved","seat":1,"move":"place ambush first","by":"person"}');
INSERT INTO "log" VALUES('finished00',9,1790000057998,1,'key-019','{"did":"moved","seat":2,"move":"place assassination last","by":"person"}');
INSERT INTO "log" VALUES('finished00',10,1790000059232,0,'bot:9','{"did":"moved","seat":3,"move":"place ambush last","by":"bot"}');
INSERT INTO "log" VALUES('finished00',11,1790000061700,2,'key-020','{"did":"moved","seat":1,"move":"wait","by":"person"}');
INSERT INTO "log" VALUES('finished00',12,1790000064168,1,'key-021','{"did":"moved","seat":2,"move":"reveal","by":"person"}');
INSERT INTO "log" VALUES('finished00',13,1790000066636,1,'key-022','{"did":"moved","seat":2,"move":"hit 3","by":"person"}');
INSERT INTO "log" VALUES('finished00',14,1790000069104,1,'key-023','{"did":"moved","seat":2,"move":"place archer last","by":"person"}');
INSERT INTO "log" VALUES('finished00',15,1790000070338,0,'bot:14','{"did":"moved","seat":3,"move":"place conspiracy last","by":"bot"}');
INSERT INTO "log" VALUES('finished00',16,1790000072806,2,'key-024','{"did":"moved","seat":1,"move":"place archer last","by":"person"}');
INSERT INTO "log" VALUES('finished00',17,1790000075274,2,'key-025','{"did":"moved","seat":1,"move":"wait","by":"person"}');
INSERT INTO "log" VALUES('finished00',18,1790000077742,1,'key-026','{"did":"moved","seat":2,"move":"reveal","by":"person"}');
INSERT INTO "log" VALUES('finished00',19,1790000080210,1,'key-027','{"did":"moved","seat":2,"move":"hit 1","by":"person"}');
INSERT INTO "log" VALUES('finished00',20,1790000081444,0,'bot:19','{"did":"moved","seat":3,"move":"reveal","by":"bot"}');
INSERT INTO "log" VALUES('finished00',21,1790000083912,2,'key-028','{"did":"moved","seat":1,"move":"reveal","by":"person"}');
INSERT INTO "log" VALUES('finished00',22,1790000085146,0,'bot:21','{"did":"moved","seat":3,"move":"place royal_decree first","by":"bot"}');
INSERT INTO "log" VALUES('finished00',23,1790000087614,2,'key-029','{"did":"moved","seat":1,"move":"place shapeshifter first","by":"person"}');
INSERT INTO "log" VALUES('finished00',24,1790000090082,1,'key-030','{"did":"moved","seat":2,"move":"place heir first","by":"person"}');
INSERT INTO "log" VALUES('finished00',25,1790000092550,1,'key-031','{"did":"moved","seat":2,"move":"reveal","by":"person"}');
INSERT INTO "log" VALUES('finished00',26,1790000095018,2,'key-032','{"did":"moved","seat":1,"move":"wait","by":"person"}');
INSERT INTO "log" VALUES('finished00',27,1790000096252,0,'bot:26','{"did":"moved","seat":3,"move":"reveal","by":"bot"}');
INSERT INTO "log" VALUES('finished00',28,1790000097486,0,'bot:27','{"did":"moved","seat":3,"move":"move 1 to 2","by":"bot"}');
INSERT INTO "log" VALUES('finished00',29,1790000099954,2,'key-033','{"did":"moved","seat":1,"move":"place spy first","by":"person"}');
INSERT INTO "log" VALUES('finished00',30,1790000102422,1,'key-034','{"did":"moved","seat":2,"move":"place soldier first","by":"person"}');
INSERT INTO "log" VALUES('finished00',31,1790000103656,0,'bot:30','{"did":"moved","seat":3,"move":"place lord last","by":"bot"}');
INSERT INTO "log" VALUES('finished00',32,1790000106124,1,'key-035','{"did":"moved","seat":2,"move":"wait","by":"person"}');
INSERT INTO "log" VALUES('finished00',33,1790000108592,2,'key-036','{"did":"moved","seat":1,"move":"reveal","by":"person"}');
INSERT INTO "log" VALUES('finished00',34,1790000111060,2,'key-037','{"did":"moved","seat":1,"move":"reveal","by":"person"}');
INSERT INTO "log" VALUES('finished00',35,1790000113528,2,'key-038','{"did":"moved","seat":1,"move":"copy 2","by":"person"}');
INSERT INTO "log" VALUES('finished00',36,1790000114762,0,'bot:35','{"did":"moved","seat":3,"move":"reveal","by":"bot"}');
INSERT INTO "log" VALUES('finished00',37,1790000117230,1,'key-039','{"did":"moved","seat":2,"move":"place lord on 4","by":"person"}');
INSERT INTO "log" VALUES('finished00',38,1790000118464,0,'bot:37','{"did":"moved","seat":3,"move":"place spy on 5","by":"bot"}');
INSERT INTO "log" VALUES('finished00',39,1790000120932,2,'key-040','{"did":"moved","seat":1,"move":"place heir on 2","by":"person"}');
INSERT INTO "log" VALUES('finished00',40,1790000123400,1,'key-041','{"did":"moved","seat":2,"move":"wait","by":"person"}');
INSERT INTO "log" VALUES('finished00',41,1790000125868,2,'key-042','{"did":"moved","seat":1,"move":"wait","by":"person"}');
INSERT INTO "log" VALUES('finished00',42,1790000128336,1,'key-043','{"did":"moved","seat":2,"move":"wait","by":"person"}');
INSERT INTO "log" VALUES('finished00',43,1790000129570,0,'bot:42','{"did":"moved","seat":3,"move":"wait","by":"bot"}');
INSERT INTO "log" VALUES('finished00',44,1790000130804,0,'bot:43','{"did":"moved","seat":3,"move":"place assassination on 5","by":"bot"}');
INSERT INTO "log" VALUES('finished00',45,1790000133272,2,'key-044','{"did":"moved","seat":1,"move":"place assassination on 3","by":"person"}');
INSERT INTO "log" VALUES('finished00',46,1790000135740,1,'key-045','{"did":"moved","seat":2,"move":"place conspiracy on 1","by":"person"}');
INSERT INTO "log" VALUES('finished00',47,1790000138208,1,'key-046','{"did":"moved","seat":2,"move":"reveal","by":"person"}');
INSERT INTO "log" VALUES('finished00',48,1790000140676,1,'key-047','{"did":"moved","seat":2,"move":"reveal","by":"person"}');
INSERT INTO "log" VALUES('finished00',49,1790000143144,2,'key-048','{"did":"moved","seat":1,"move":"wait","by":"person"}');
INSERT INTO "log" VALUES('finished00',50,1790000145612,1,'key-049','{"did":"moved","seat":2,"move":"wait","by":"person"}');
INSERT INTO "log" VALUES('finished00',51,1790000146846,0,'bot:50','{"did":"moved","seat":3,"move":"wait","by":"bot"}');
INSERT INTO "log" VALUES('gathering0',1,1790000001234,1,NULL,'{"did":"opened","settings":{"game":"richelieu","edition":"ru","players":3,"kinds":[],"clock":{"kind":"none","seconds":0},"watch":"link","listed":true,"screens":"open","level":"knight","hot_seat":false},"commitment":"3251fa836f7919f4bb731510cd31361be5df36e7e790425649e2fe5790326bb9"}');
INSERT INTO "log" VALUES('gathering0',2,1790000001234,1,'k1','{"did":"sat","seat":1,"person":1,"name":"Ann"}');
INSERT INTO "log" VALUES('gathering0',3,1790000006170,2,'key-001','{"did":"sat","seat":2,"person":2,"name":"Боб"}');
INSERT INTO "log" VALUES('running000',1,1790000002468,1,NULL,'{"did":"opened","settings":{"game":"ablaze","edition":"uk","players":3,"kinds":[],"clock":{"kind":"days","seconds":259200},"watch":"link","listed":false,"screens":"open","level":"page","hot_seat":false},"commitment":"514f19f0f7aadf5c85c8dffc43e6c70cdd70248911751f687b8089d589ed5e67"}');
INSERT INTO "log" VALUES('running000',2,1790000002468,1,'k2','{"did":"sat","seat":1,"person":1,"name":"Ann"}');
INSERT INTO "log" VALUES('running000',3,1790000008638,2,'key-002','{"did":"sat","seat":2,"person":2,"name":"Боб"}');
INSERT INTO "log" VALUES('running000',4,1790000011106,1,'key-003','{"did":"filled","seat":3,"level":"page"}');
INSERT INTO "log" VALUES('running000',5,1790000018510,1,'key-006','{"did":"readied","seat":1,"nonce":"00000000000000000000000000000001"}');
INSERT INTO "log" VALUES('running000',6,1790000020978,2,NULL,'{"did":"readied","seat":2,"nonce":"00000000000000000000000000000002"}');
INSERT INTO "log" VALUES('running000',7,1790000020978,2,'key-007','{"did":"began"}');
INSERT INTO "log" VALUES('running000',8,1790000028382,1,'key-010','{"did":"moved","seat":1,"move":"place felon first","by":"person"}');
INSERT INTO "log" VALUES('running000',9,1790000030850,2,'key-011','{"did":"moved","seat":2,"move":"place bribery first","by":"person"}');
INSERT INTO "log" VALUES('running000',10,1790000032084,0,'bot:9','{"did":"moved","seat":3,"move":"place queen first","by":"bot"}');
INSERT INTO "log" VALUES('running000',11,1790000033318,0,'bot:10','{"did":"moved","seat":3,"move":"reveal","by":"bot"}');
INSERT INTO "log" VALUES('running000',12,1790000035786,2,'key-012','{"did":"moved","seat":2,"move":"reveal","by":"person"}');
INSERT INTO "log" VALUES('running000',13,1790000038254,1,'key-013','{"did":"moved","seat":1,"move":"reveal","by":"person"}');
INSERT INTO "log" VALUES('running000',14,1790000040722,2,'key-014','{"did":"moved","seat":2,"move":"place schemer on 1","by":"person"}');
INSERT INTO "log" VALUES('running000',15,1790000041956,0,'bot:14','{"did":"moved","seat":3,"move":"place substitution last","by":"bot"}');
INSERT INTO "log" VALUES('running000',16,1790000044424,1,'key-015','{"did":"moved","seat":1,"move":"place combination last","by":"person"}');
INSERT INTO "log" VALUES('running000',17,1790000046892,2,'key-016','{"did":"moved","seat":2,"move":"reveal","by":"person"}');
INSERT INTO "log" VALUES('running000',18,1790000048126,0,'bot:17','{"did":"moved","seat":3,"move":"reveal","by":"bot"}');
INSERT INTO "log" VALUES('running000',19,1790000049360,0,'bot:18','{"did":"moved","seat":3,"move":"hit 2","by":"bot"}');
INSERT INTO "log" VALUES('running000',20,1790000051828,1,'key-017','{"did":"moved","seat":1,"move":"wait","by":"person"}');
INSERT INTO "log" VALUES('running000',21,1790000053062,0,'bot:20','{"did":"moved","seat":3,"move":"place schemer first","by":"bot"}');
CREATE TABLE orders (
	table_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	things JSON NOT NULL, 
	CONSTRAINT pk_orders PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_orders_table_id FOREIGN KEY(table_id) REFERENCES tables (table_id)
);
INSERT INTO "orders" VALUES('running000',2,'[3, 5]');
CREATE TABLE outages (
	began BIGINT NOT NULL, 
	ended BIGINT NOT NULL, 
	CONSTRAINT pk_outages PRIMARY KEY (began)
);
INSERT INTO "outages" VALUES(1789999900000,1789999960000);
INSERT INTO "outages" VALUES(1789999960000,1790000150548);
CREATE TABLE people (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	token_hash BLOB NOT NULL, 
	name TEXT NOT NULL, 
	language TEXT NOT NULL, 
	settings JSON NOT NULL, 
	created BIGINT NOT NULL, 
	changed BIGINT NOT NULL, 
	CONSTRAINT uq_people_token_hash UNIQUE (token_hash)
);
INSERT INTO "people" VALUES(1,X'49915E0D7D4B402E3017D010BC1C0E83CAC6C797D6C16E66340FE3268693A6A1','Ann','en','{"theme": "dark", "sound": false, "confirm": "auto", "speed": "normal"}',1790000000000,1790000000000);
INSERT INTO "people" VALUES(2,X'81B637D8FCD2C6DA6359E6963113A1170DE795E4B725B84D1E0B4CFD9EC58CE9','Боб','uk','{}',1790000000000,1790000000000);
INSERT INTO "people" VALUES(3,X'85262ADF74518BBB70C7CB94CD6159D91669E5A81EDF1EFEBD543EADBDA9FA2B','','fr','{}',1790000000000,1790000000000);
CREATE TABLE pulses (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_pulses PRIMARY KEY (id)
);
INSERT INTO "pulses" VALUES(1,1790000150548);
CREATE TABLE seats (
	table_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	person INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (table_id)
);
INSERT INTO "seats" VALUES('gathering0',1,1,'Ann');
INSERT INTO "seats" VALUES('running000',1,1,'Ann');
INSERT INTO "seats" VALUES('finished00',1,2,'Боб');
INSERT INTO "seats" VALUES('gathering0',2,2,'Боб');
INSERT INTO "seats" VALUES('running000',2,2,'Боб');
INSERT INTO "seats" VALUES('finished00',2,1,'Ann');
CREATE TABLE tables (
	table_id TEXT NOT NULL, 
	secret BLOB NOT NULL, 
	game TEXT NOT NULL, 
	phase TEXT NOT NULL, 
	listed BOOLEAN NOT NULL, 
	free INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	changed BIGINT NOT NULL, 
	due BIGINT, 
	talked INTEGER NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (table_id)
);
INSERT INTO "tables" VALUES('gathering0',X'9B0EF3F6CA805CE9DC1DFD6FD73326C5887BC1D6597C96AC4C6835E0F50D936A','richelieu','gathering',1,1,3,1790000001234,1790000006170,NULL,0);
INSERT INTO "tables" VALUES('running000',X'E713AF7AFB419F4438B8A069D7BEC4E7116764B20A96B0AE81C92858163A42EC','ablaze','playing',0,0,21,1790000002468,1790000053062,1790259253062,2);
INSERT INTO "tables" VALUES('finished00',X'11020C2E6EAD5E96A685634589AB185774AA8256E62AF3D3DC76BC8172C8FF22','oriflamme','over',0,0,51,1790000003702,1790000146846,NULL,1);
CREATE TABLE talk (
	table_id TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	author INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_talk PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_talk_table_id FOREIGN KEY(table_id) REFERENCES tables (table_id), 
	CONSTRAINT uq_talk_table_id_author_key UNIQUE (table_id, author, "key")
)
 WITHOUT ROWID

;
INSERT INTO "talk" VALUES('finished00',1,1790000150548,3,'s3',0,'','text','Bravo à tous');
INSERT INTO "talk" VALUES('running000',1,1790000148080,1,'s1',1,'Ann','text','Good luck! It''s late here.');
INSERT INTO "talk" VALUES('running000',2,1790000149314,2,'s2',2,'Боб','phrase','well_played');
CREATE INDEX ix_tables_due ON tables (due);
CREATE INDEX ix_tables_phase_listed_created ON tables (phase, listed, created);
CREATE INDEX ix_seats_person ON seats (person);
CREATE INDEX ix_codes_table_id_seat ON codes (table_id, seat);
CREATE INDEX ix_codes_expires ON codes (expires);
CREATE INDEX ix_outages_ended ON outages (ended);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('people',3);
COMMIT;
